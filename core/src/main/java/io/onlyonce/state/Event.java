package io.onlyonce.state;

import io.onlyonce.error.ErrorTexts;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Something that happens to a row, with the one state it leads to and all those it may come in. Immutable and thread-safe; make it once and keep it.
 *
 * <pre>{@code
 * static final Event<OrderStatus> PAY = Event.named("pay").to(PAID).from(PENDING, PAYING);
 * }</pre>
 *
 * @param name unique in its machine; 1 to 64 letters, digits, blanks, dots, hyphens and underscores, the first a letter or digit
 * @param target never one of the sources: a compare-and-set has to change the row, or its row count says nothing
 * @param sources at least one; kept in the order of the enum
 */
public record Event<S extends Enum<S>>(String name, S target, Set<S> sources) {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{0,63}");

    /**
     * @throws IllegalArgumentException if the name is not usable, there is no source, or the target is among them
     */
    public Event {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(ErrorTexts.eventName(name));
        }
        if (sources.isEmpty()) {
            throw new IllegalArgumentException(ErrorTexts.noSource(name, target));
        }
        if (sources.contains(target)) {
            throw new IllegalArgumentException(ErrorTexts.selfLoop(name, target));
        }
        sources = Collections.unmodifiableSet(EnumSet.copyOf(sources));
    }

    /** Begins with the name. */
    public static Named named(String name) {
        return new Named(name);
    }

    /** An event that has a name and no states yet. */
    public record Named(String name) {
        /** Where it leads to. */
        public <S extends Enum<S>> Towards<S> to(S target) {
            return new Towards<>(name, target);
        }
    }

    /** An event of which only the states that it may come in are missing. */
    public record Towards<S extends Enum<S>>(String name, S target) {
        /**
         * The states that it may come in.
         *
         * @throws IllegalArgumentException if the name is not usable, there is no source, or the target is among them
         */
        @SafeVarargs
        public final Event<S> from(S... sources) {
            Set<S> all = EnumSet.noneOf(target.getDeclaringClass());
            for (S source : sources) {
                all.add(source);
            }
            return new Event<>(name, target, all);
        }
    }

    @Override
    public String toString() {
        return name + " " + sources + " -> " + target;
    }
}
