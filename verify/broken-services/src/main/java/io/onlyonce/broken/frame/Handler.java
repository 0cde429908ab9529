package io.onlyonce.broken.frame;

/** Answers requests to one route. Called by many threads at once. */
@FunctionalInterface
public interface Handler {
    Answer handle(Request request) throws Exception;
}
