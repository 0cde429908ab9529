package io.onlyonce.verify.plan;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives the values of <code>${env.NAME}</code> and <code>${env.NAME:-default}</code>, which a plan reads when it is read itself. */
public final class Environment {
    /** The environment variables of this process. */
    public static final Environment SYSTEM = new Environment(name -> Optional.ofNullable(System.getenv(name)));

    private static final Pattern VARIABLE = Pattern.compile("\\$\\$|\\$\\{env\\.([A-Za-z0-9_]+)(?::-([^}]*))?}");

    private final Function<String, Optional<String>> values;

    private Environment(Function<String, Optional<String>> values) {
        this.values = values;
    }

    /** The same, but for these values. */
    public Environment with(Map<String, String> more) {
        Map<String, String> mine = Map.copyOf(more);
        return new Environment(name -> Optional.ofNullable(mine.get(name)).or(() -> values.apply(name)));
    }

    /**
     * @throws IllegalArgumentException if a variable has neither value nor default
     */
    String fill(String text) {
        return fill(text, UnaryOperator.identity());
    }

    /**
     * The same for a text that is to be a template: a value may hold dollar signs, and none of them begins a variable.
     *
     * @throws IllegalArgumentException if a variable has neither value nor default
     */
    String fillTemplate(String text) {
        return fill(text, value -> value.replace("$", "$$"));
    }

    private String fill(String text, UnaryOperator<String> form) {
        StringBuilder filled = new StringBuilder();
        Matcher matcher = VARIABLE.matcher(text);
        while (matcher.find()) {
            String name = matcher.group(1);
            String value = name == null
                    ? matcher.group() // a doubled dollar sign is the template's
                    : values.apply(name)
                            .map(form)
                            .or(() -> Optional.ofNullable(matcher.group(2)))
                            .orElseThrow(() -> new IllegalArgumentException(PlanTexts.environment(name)));
            matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(filled).toString();
    }
}
