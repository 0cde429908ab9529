package io.onlyonce.redisson;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * An attempt as Redisson knows it. Redisson's owner is a client and the number of one of its threads; here the number is not a thread's, but 64 bits of the owner's
 * SHA-256. Two attempts of one client are taken for one only if they agree in all of them, and want the same lock at the same time.
 *
 * @param number in place of a thread's
 * @param field what Redisson writes into a lock's hash for it
 */
record Attempt(long number, String field) {
    static Attempt of(String clientId, String owner) {
        long number = number(owner);
        return new Attempt(number, clientId + ":" + number);
    }

    private static long number(String owner) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(owner.getBytes(StandardCharsets.US_ASCII));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Each Java platform has SHA-256.", e);
        }
    }
}
