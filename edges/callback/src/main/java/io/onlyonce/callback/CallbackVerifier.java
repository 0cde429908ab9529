package io.onlyonce.callback;

/**
 * Knows one provider: whether a callback is from it, what it says, and how it wants to be answered. Must be thread-safe.
 *
 * <p>A verifier decides by the raw bytes alone, touches no store, and is quick. It compares secrets in constant time, checks the age of whatever carries a signed
 * timestamp (both directions), and knows several keys at once, since keys are rotated while callbacks are under way. The contract suite {@code CallbackVerifierContract}
 * of the testkit holds it to that.
 */
public interface CallbackVerifier {
    /** The provider's name in paths, tables and logs: lower-case letters, digits and {@code -}. */
    String channel();

    /** Whether the callback is genuine and what it says. Never throws for what was sent, however broken it is. */
    Verification verify(CallbackRequest request);

    /** How the provider wants to be answered. */
    Acknowledgements acknowledgements();
}
