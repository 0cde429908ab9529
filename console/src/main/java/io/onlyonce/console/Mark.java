package io.onlyonce.console;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.probe.Decision;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an event means to people, in the order of a chart's layers; its name in small letters is its text's and its colour's. */
enum Mark {
    FIRST,
    REPEAT,
    IN_PROGRESS,
    REFUSED,
    UNDONE,
    LOST,
    BY_HAND,
    OTHER;

    private static final Map<String, Mark> OF = Stream.of(
                    Stream.of(Map.entry(AuditEntry.REJECTED, REFUSED)),
                    Arrays.stream(Decision.Kind.values()).map(kind -> Map.entry(small(kind), of(kind))),
                    Arrays.stream(AuditEntry.Action.values()).map(action -> Map.entry(small(action), BY_HAND)))
            .flatMap(each -> each)
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    /** An event as the audit table has it. One of a younger version is OTHER. */
    static Mark of(String event) {
        return OF.getOrDefault(event, OTHER);
    }

    private static Mark of(Decision.Kind kind) {
        return switch (kind) {
            case FIRST, TAKEN_OVER, WITHOUT_RECORD -> FIRST;
            case REPLAYED, CAUGHT, RESULT_UNAVAILABLE -> REPEAT;
            case IN_PROGRESS -> IN_PROGRESS;
            case REFUSED, KEY_REUSED -> REFUSED;
            case ROLLED_BACK, RELEASED, FAILED, STORE_DOWN -> UNDONE;
            case OUTCOME_UNKNOWN, ABANDONED, FENCE_LOST -> LOST;
        };
    }

    static String small(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Its name in small letters. Public for templates. */
    public String word() {
        return small(this);
    }
}
