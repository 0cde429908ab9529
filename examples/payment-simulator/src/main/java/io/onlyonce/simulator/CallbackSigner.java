package io.onlyonce.simulator;

import java.time.Instant;

/** Writes a provider's notices down and signs them. Thread-safe. */
public interface CallbackSigner {
    /** Whose notices it signs. */
    Channel channel();

    /**
     * A notice, ready to be sent. A repeated notice is signed afresh: it has its id again and another timestamp.
     *
     * @param at when it is sent
     * @throws IllegalArgumentException if the provider sends no notices of this kind
     */
    SignedCallback sign(Notice notice, Instant at);

    /** A forger's work: the same bytes with another timestamp, and the signature as it was. */
    SignedCallback restamp(SignedCallback signed, Instant at);
}
