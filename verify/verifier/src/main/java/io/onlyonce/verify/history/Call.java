package io.onlyonce.verify.history;

/**
 * A request as a client means it, however often it is sent.
 *
 * @param identity which operation it asks for
 * @param ref the number that this payload carries, unique in the run: the data's effects are counted by it
 * @param fingerprint of method, path and body. Under one identity two of them are a key used twice
 * @param line method and path, for people
 */
public record Call(Identity identity, String ref, String fingerprint, String line) {}
