package io.onlyonce;

/**
 * One request for an operation: whose it is, which key it carries, what it asks for. Immutable and thread-safe.
 *
 * @param scope whose key it is
 * @param key the client's key
 * @param fingerprint what is asked for; a later call with the same key and another fingerprint is refused
 */
public record Call(Scope scope, IdempotencyKey key, Fingerprint fingerprint) {
    /** A call whose fingerprint is taken of texts. */
    public static Call of(String scope, String key, String... payload) {
        return new Call(Scope.of(scope), new IdempotencyKey(key), Fingerprint.of(payload));
    }
}
