package io.onlyonce.spring.method;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.KeyText;
import io.onlyonce.spring.SpringTexts;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * A SpEL expression over a method's parameters that must give a text: a non-blank string, a number, a UUID or an enum constant. Everything else, and every
 * failure, is an error, never a key: a key made of nothing would make all calls one. Parsed once, at start-up; thread-safe.
 */
final class KeyExpression {
    private static final SpelExpressionParser PARSER = new SpelExpressionParser();
    private static final DefaultParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();
    private static final Pattern VARIABLE = Pattern.compile("#(\\w+)");

    private final String attribute;
    private final String text;
    private final Method method;
    private final List<String> parameters;
    private final Expression expression;

    private KeyExpression(
            String attribute, String text, Method method, List<String> parameters, Expression expression) {
        this.attribute = attribute;
        this.text = text;
        this.method = method;
        this.parameters = parameters;
        this.expression = expression;
    }

    /**
     * @param attribute the attribute of the annotation that holds it
     * @throws MisuseException if the expression cannot be parsed or names something that is no parameter of the method
     */
    static KeyExpression of(String attribute, String text, Method method) {
        @Nullable String @Nullable [] names = NAMES.getParameterNames(method);
        if (names == null) {
            throw new MisuseException(SpringTexts.noParameterNames(method, attribute, text));
        }
        List<String> parameters = Arrays.stream(names).map(String::valueOf).toList();
        Matcher variables = VARIABLE.matcher(text);
        while (variables.find()) {
            String name = variables.group(1);
            if (!parameters.contains(name) && !"root".equals(name) && !"this".equals(name)) {
                throw new MisuseException(SpringTexts.unknownParameter(method, attribute, text, name, parameters));
            }
        }
        try {
            return new KeyExpression(attribute, text, method, parameters, PARSER.parseExpression(text));
        } catch (ParseException e) {
            throw new MisuseException(SpringTexts.unreadableExpression(method, attribute, text, e.getMessage()));
        }
    }

    /** The names of the method's parameters. */
    List<String> parameters() {
        return parameters;
    }

    /**
     * @throws MisuseException if the expression fails or gives something that is no text
     */
    String evaluate(@Nullable Object[] arguments) {
        StandardEvaluationContext context = new StandardEvaluationContext();
        for (int i = 0; i < parameters.size(); i++) {
            context.setVariable(parameters.get(i), arguments[i]);
        }
        Object value;
        try {
            value = expression.getValue(context);
        } catch (EvaluationException e) {
            throw new MisuseException(SpringTexts.failedExpression(method, attribute, text, e.getMessage()));
        }
        String told = KeyText.of(value);
        if (told == null) {
            throw new MisuseException(SpringTexts.noKey(method, attribute, text, value));
        }
        return told;
    }
}
