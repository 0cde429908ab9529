package io.onlyonce.broken;

import java.util.Locale;

/** What the verifier checks, under its names. */
public enum Check {
    AT_MOST_ONE_EFFECT,
    EFFECT_FOR_EVERY_SUCCESS,
    REPLAY_EQUALS_FIRST,
    HONEST_IN_PROGRESS,
    MISMATCH_REFUSED,
    OWN_ANSWER,
    NO_EFFECT_OF_REFUSED,
    NO_ORPHAN_RECORD,
    LEGAL_TRANSITIONS,
    CONSERVED,
    INVARIANTS,
    NO_STUCK_KEY;

    /** As the verifier writes it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
