package io.onlyonce.token;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.IdempotencyKey;

/**
 * One request that comes with a token. Immutable and thread-safe.
 *
 * @param token as the client sent it
 * @param binding what it must have been issued for
 * @param payload what is asked for; a repeat that asks for something else is told that its key was reused. Where a token stands for one press of a button
 *     whatever the fields say, give all of them the same one
 */
public record TokenUse(OneTimeToken token, TokenBinding binding, Fingerprint payload) {
    /** The call whose record keeps the answer: its scope is the subject, its key the hash of token and binding. */
    Call call() {
        return new Call(
                binding.subject(),
                new IdempotencyKey(TokenHash.of(token, binding).toString()),
                payload);
    }
}
