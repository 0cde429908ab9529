package io.onlyonce.spring.messaging;

import io.onlyonce.error.MisuseException;
import io.onlyonce.json.ExactJson;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.MessageIdentity;
import io.onlyonce.spring.KeyText;
import io.onlyonce.spring.SpringTexts;
import java.lang.reflect.Method;
import java.util.Optional;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * A business key as a SpEL expression over a message: {@code #payload} is its JSON as maps, lists, texts and numbers, {@code #headers} are its headers. A message to which it
 * gives no key goes to the dead letters. Parsed once, at start-up; thread-safe.
 */
final class ListenerKey implements MessageIdentity {
    private final Expression expression;
    private final boolean readsPayload;

    private ListenerKey(Expression expression, boolean readsPayload) {
        this.expression = expression;
        this.readsPayload = readsPayload;
    }

    /**
     * @throws MisuseException if the expression can't be parsed
     */
    static ListenerKey of(String text, Method method) {
        try {
            return new ListenerKey(new SpelExpressionParser().parseExpression(text), text.contains("#payload"));
        } catch (ParseException e) {
            throw new MisuseException(SpringTexts.unreadableExpression(method, "key", text, e.getMessage()));
        }
    }

    @Override
    public Optional<String> find(Delivered message) {
        StandardEvaluationContext context = new StandardEvaluationContext();
        context.setVariable("headers", message.headers());
        if (readsPayload) {
            context.setVariable("payload", ExactJson.mapper().readValue(message.body(), Object.class));
        }
        return Optional.ofNullable(KeyText.of(expression.getValue(context)));
    }
}
