package io.onlyonce.spring.desk;

import io.onlyonce.spring.SpringTexts;

/** A re-drive ended before all dead letters that were asked for were sent back. */
public final class RedriveEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String why;

    RedriveEndedException(String consumer, String why, Exception cause) {
        super(SpringTexts.redriveEnded(consumer, why), cause);
        this.why = why;
    }

    /** What broker or store said. */
    public String why() {
        return why;
    }
}
