package io.onlyonce.messaging;

import io.onlyonce.Refusal;
import org.jspecify.annotations.Nullable;

/** A message was given up. As a remembered refusal it makes every copy of the message a dead letter, with the same cause. */
final class Buried extends Exception {
    private static final long serialVersionUID = 1L;

    /** Kept as the number of tries, a blank and the cause. */
    static final Refusal<Buried> REFUSAL = new Refusal<>("dead-letter", Buried.class, Buried::read);

    private final int tries;

    Buried(int tries, String cause) {
        super(tries + " " + cause);
        this.tries = tries;
    }

    private static Buried read(@Nullable String kept) {
        String[] parts = String.valueOf(kept).split(" ", 2);
        return parts.length == 2 && parts[0].matches("\\d{1,9}")
                ? new Buried(Integer.parseInt(parts[0]), parts[1])
                : new Buried(0, String.valueOf(kept));
    }

    Disposition.DeadLetter disposition() {
        String text = String.valueOf(getMessage());
        return new Disposition.DeadLetter(text.substring(text.indexOf(' ') + 1), tries);
    }
}
