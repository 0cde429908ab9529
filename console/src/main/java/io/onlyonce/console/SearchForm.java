package io.onlyonce.console;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditId;
import io.onlyonce.probe.Decision;
import io.onlyonce.record.RecordId;
import io.onlyonce.spring.desk.Search;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What somebody has filled in to search, and what is wrong with it. */
final class SearchForm {
    /** The fields that may stand in an address; the key itself is none of them. */
    static final List<String> FIELDS =
            List.of("digest", "number", "record", "operation", "state", "event", "from", "to", "before");

    static final List<String> STATES =
            Arrays.stream(Decision.State.values()).map(Mark::small).toList();
    static final List<String> EVENTS = Stream.of(
                    Arrays.stream(Decision.Kind.values()).map(Mark::small),
                    Stream.of(AuditEntry.REJECTED),
                    Arrays.stream(AuditEntry.Action.values()).map(Mark::small))
            .flatMap(each -> each)
            .toList();

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{12}");
    private static final Pattern LINE = Pattern.compile("\\P{Cntrl}{1," + AuditEntry.TEXT + "}");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final Map<String, String> said = new LinkedHashMap<>();
    private final List<Text> problems = new ArrayList<>();
    private final Search search;

    /**
     * @param given what was filled in, by the field's name; blank is nothing
     * @param limit how many entries are wanted
     */
    SearchForm(Function<String, String> given, int limit) {
        FIELDS.forEach(field -> {
            String value = given.apply(field).strip();
            if (!value.isEmpty()) {
                said.put(field, value);
            }
        });
        Instant from = time("from");
        Instant to = time("to");
        if (from != null && to != null && !from.isBefore(to)) {
            problems.add(new Text("wrong.order", String.valueOf(said.get("from")), String.valueOf(said.get("to"))));
        }
        UUID record = uuid("record");
        UUID before = uuid("before");
        search = new Search(
                record == null ? null : new RecordId(record),
                fitting("digest", DIGEST),
                fitting("number", LINE),
                fitting("operation", LINE),
                oneOf("state", STATES),
                oneOf("event", EVENTS),
                from,
                to,
                before == null ? null : new AuditId(before),
                limit);
    }

    /** What was filled in, as it was. */
    Map<String, String> said() {
        return said;
    }

    List<Text> problems() {
        return problems;
    }

    /** What to search for, if there are no problems. */
    Search search() {
        return search;
    }

    private @Nullable String fitting(String field, Pattern rule) {
        String value = said.get(field);
        if (value == null) {
            return null;
        }
        String word = rule == LINE ? value : value.toLowerCase(Locale.ROOT);
        return rule.matcher(word).matches() ? word : wrong(field, value);
    }

    private @Nullable String oneOf(String field, List<String> words) {
        String value = said.get(field);
        return value == null || words.contains(value) ? value : wrong(field, value);
    }

    private @Nullable UUID uuid(String field) {
        String value = fitting(field, Records.UUIDS);
        return value == null ? null : UUID.fromString(value);
    }

    /** {@code 2026-01-31T08:30}, in UTC, as a browser's field has it, or with a zone. */
    private @Nullable Instant time(String field) {
        String value = said.get(field);
        if (value == null) {
            return null;
        }
        try {
            Instant time = value.endsWith("Z")
                    ? Instant.parse(value)
                    : LocalDateTime.parse(value).toInstant(ZoneOffset.UTC);
            if (!time.isBefore(Instant.EPOCH) && !time.isAfter(LATEST)) {
                return time;
            }
        } catch (DateTimeException e) {
            // said below
        }
        wrong(field, value);
        return null;
    }

    private @Nullable String wrong(String field, String value) {
        problems.add(new Text("wrong." + field, value));
        return null;
    }
}
