package io.onlyonce.verify.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with variables: <code>${name}</code>. A doubled dollar sign is one. Immutable. */
public final class Template {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\$|\\$\\{([A-Za-z0-9_.-]*)}?");

    /** Nothing. */
    public static final Template EMPTY = of(""); // after the pattern, which it needs

    private final String text;
    private final List<Part> parts;

    private sealed interface Part {
        record Plain(String text) implements Part {}

        record Variable(String name) implements Part {}
    }

    private Template(String text, List<Part> parts) {
        this.text = text;
        this.parts = parts;
    }

    /**
     * @throws IllegalArgumentException if a variable has no name or no end
     */
    public static Template of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = VARIABLE.matcher(text);
        int last = 0;
        while (matcher.find()) {
            parts.add(new Part.Plain(text.substring(last, matcher.start())));
            if (matcher.group().equals("$$")) {
                parts.add(new Part.Plain("$"));
            } else if (matcher.group(1).isEmpty() || !matcher.group().endsWith("}")) {
                throw new IllegalArgumentException(PlanTexts.variable(matcher.group()));
            } else {
                parts.add(new Part.Variable(matcher.group(1)));
            }
            last = matcher.end();
        }
        parts.add(new Part.Plain(text.substring(last)));
        return new Template(text, List.copyOf(parts));
    }

    /** The names of its variables. */
    public Set<String> variables() {
        Set<String> names = new TreeSet<>();
        for (Part part : parts) {
            if (part instanceof Part.Variable variable) {
                names.add(variable.name());
            }
        }
        return names;
    }

    /**
     * The text with all values put in.
     *
     * @throws IllegalArgumentException if one is missing
     */
    public String fill(Map<String, String> values) {
        StringBuilder filled = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Plain plain) {
                filled.append(plain.text());
            } else if (part instanceof Part.Variable variable) {
                String value = values.get(variable.name());
                if (value == null) {
                    throw new IllegalArgumentException(PlanTexts.missing(variable.name(), text, values.keySet()));
                }
                filled.append(value);
            }
        }
        return filled.toString();
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Template template && template.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
