package io.onlyonce;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A business exception that is remembered: the first call's writes are rolled back, the refusal is recorded, and each retry gets it again.
 *
 * @param code a stable name, stored instead of the class's name; at most 64 characters
 * @param type the exception type, subclasses included
 * @param recreate makes the exception again out of its message, for a replay
 */
public record Refusal<X extends Exception>(
        String code, Class<X> type, Function<@Nullable String, ? extends X> recreate) {
    public Refusal {
        if (code.isBlank() || code.length() > 64) {
            throw new IllegalArgumentException("The code of a remembered refusal has 1 to 64 characters, this one is \""
                    + code + "\". Name it as the API does, for example \"insufficient-funds\".");
        }
    }
}
