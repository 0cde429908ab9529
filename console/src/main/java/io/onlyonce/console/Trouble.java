package io.onlyonce.console;

import java.io.Serial;
import org.springframework.http.HttpStatus;

/** A page cannot be shown; its reader is told why. */
final class Trouble extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final transient Object[] values;

    /**
     * @param text the name of what is said, under {@code trouble.}
     * @param values what stands in it
     */
    Trouble(HttpStatus status, String text, Object... values) {
        super(text);
        this.status = status;
        this.values = values;
    }

    HttpStatus status() {
        return status;
    }

    Text text() {
        return new Text("trouble." + getMessage(), values);
    }
}
