package io.onlyonce.verify.plan;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A place in a YAML file with what stands there, so that every complaint can tell its line and column. */
final class Entry {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");
    private static final Pattern SHARE = Pattern.compile("(\\d{1,2}(?:\\.\\d+)?)\\s?%");
    private static final int MAX_NUMBER = 1_000_000;

    private final String file;
    private final Environment environment;
    private final String name;
    private final Node node;

    Entry(String file, Environment environment, String name, Node node) {
        this.file = file;
        this.environment = environment;
        this.name = name;
        this.node = node;
    }

    String name() {
        return name;
    }

    PlanException wrong(String message) {
        return new PlanException(
                "%s:%d:%d"
                        .formatted(
                                file,
                                node.getStartMark().getLine() + 1,
                                node.getStartMark().getColumn() + 1),
                message);
    }

    boolean isText() {
        return node instanceof ScalarNode;
    }

    boolean isMapping() {
        return node instanceof MappingNode;
    }

    String text() {
        try {
            return environment.fill(scalar());
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** As it is written. */
    private String scalar() {
        if (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
            return scalar.getValue();
        }
        throw wrong(PlanTexts.shape(name, "a text"));
    }

    /** These entries in one mapping, written as YAML, with nothing filled in. */
    static String yaml(Map<String, Entry> entries) {
        List<NodeTuple> tuples = new ArrayList<>();
        entries.forEach((name, entry) ->
                tuples.add(new NodeTuple(new ScalarNode(Tag.STR, name, null, null, ScalarStyle.PLAIN), entry.node)));
        DumperOptions options = new DumperOptions();
        options.setSplitLines(false);
        StringWriter text = new StringWriter();
        new Yaml(options).serialize(new MappingNode(Tag.MAP, tuples, FlowStyle.BLOCK), text);
        return text.toString();
    }

    /** A text or a list of texts. */
    List<String> texts() {
        return isText() ? List.of(text()) : items().stream().map(Entry::text).toList();
    }

    List<Entry> items() {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong(PlanTexts.shape(name, "a list"));
        }
        return sequence.getValue().stream()
                .map(item -> new Entry(file, environment, name, item))
                .toList();
    }

    /** A list with something in it. */
    List<Entry> filled() {
        List<Entry> items = items();
        if (items.isEmpty()) {
            throw wrong(PlanTexts.shape(name, "a list with at least one entry"));
        }
        return items;
    }

    /** The entries of a mapping by their names, whatever these are. */
    Map<String, Entry> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(PlanTexts.shape(name, "a mapping (name: value)"));
        }
        Map<String, Entry> merged = new LinkedHashMap<>();
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new Entry(file, environment, name, tuple.getKeyNode()).wrong(PlanTexts.shape("name", "a text"));
            }
            Entry value = new Entry(file, environment, key.getValue(), tuple.getValueNode());
            if (key.getTag().equals(Tag.MERGE)) {
                merged.putAll(value.entries());
                continue;
            }
            if (entries.put(key.getValue(), value) != null) {
                throw new Entry(file, environment, name, key).wrong(PlanTexts.twice(key.getValue()));
            }
        }
        merged.forEach(entries::putIfAbsent); // its own come before those that it takes over
        return entries;
    }

    /** The entries of a mapping that may have these and no others. */
    Fields fields(String... known) {
        return fields(List.of(known));
    }

    Fields fields(List<String> known) {
        return fields(entries(), known);
    }

    /** The same with these entries instead of its own. */
    Fields fields(Map<String, Entry> entries, List<String> known) {
        entries.forEach((key, value) -> {
            if (!known.contains(key)) {
                throw value.wrong(PlanTexts.unknownEntry(key, known));
            }
        });
        return new Fields(this, entries);
    }

    Template template() {
        try {
            return Template.of(environment.fillTemplate(scalar()));
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** A JSON pointer; empty for the whole document. */
    String pointer() {
        return pointer(text());
    }

    /** JSON pointers, one or several. */
    List<String> pointers() {
        return texts().stream().map(this::pointer).toList();
    }

    private String pointer(String text) {
        try {
            return Pointers.checked(text);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    int number(int least) {
        return number(least, MAX_NUMBER);
    }

    int number(int least, int most) {
        String text = text();
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw wrong(PlanTexts.value(name, text, "a whole number from " + least + " to " + most));
    }

    /** A time that something may take or that lies between two things: more than none. */
    Duration duration() {
        Duration duration = durationOrNone();
        if (duration.isZero()) {
            throw wrong(PlanTexts.value(name, text(), "more than no time, like 200ms, 5s or 2m"));
        }
        return duration;
    }

    /** A time that may be 0s. */
    Duration durationOrNone() {
        String text = text();
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw wrong(PlanTexts.value(name, text, "a time like 200ms, 5s or 2m"));
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
        };
    }

    double share() {
        String text = text();
        Matcher matcher = SHARE.matcher(text);
        if (!matcher.matches()) {
            throw wrong(PlanTexts.value(name, text, "a share like 5%"));
        }
        return new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue();
    }

    boolean flag() {
        String text = text();
        if (!text.equals("true") && !text.equals("false")) {
            throw wrong(PlanTexts.value(name, text, "true or false"));
        }
        return text.equals("true");
    }

    /** One of the constants of an enum, written in lower case with hyphens. */
    <E extends Enum<E>> E one(Class<E> type) {
        String text = text();
        List<String> known = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String word = word(constant);
            if (word.equals(text)) {
                return constant;
            }
            known.add(word);
        }
        throw wrong(PlanTexts.value(name, text, "one of " + PlanTexts.listed(known)));
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The entries of a mapping whose names are known. */
    record Fields(Entry owner, Map<String, Entry> entries) {
        Optional<Entry> find(String name) {
            return Optional.ofNullable(entries.get(name));
        }

        Entry need(String name, String what) {
            return find(name).orElseThrow(() -> owner.wrong(PlanTexts.missingEntry(name, what)));
        }
    }
}
