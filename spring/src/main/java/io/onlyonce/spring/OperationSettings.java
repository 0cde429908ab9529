package io.onlyonce.spring;

import io.onlyonce.Guarantee;
import io.onlyonce.Operation;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.error.MisuseException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Puts what an annotation says, or else the properties, into an operation. Thread-safe. */
public final class OperationSettings {
    private final OnlyOnceProperties properties;

    public OperationSettings(OnlyOnceProperties properties) {
        this.properties = properties;
    }

    /**
     * @throws MisuseException if the annotation holds what is no duration, or settings of the other guarantee
     * @throws IllegalArgumentException if a duration is too short or too long
     */
    public <T extends @Nullable Object> Operation<T> apply(
            Operation<T> operation, Method method, Idempotent annotation) {
        return operation
                .guarantee(guarantee(method, annotation))
                .patience(duration(method, "patience", annotation.patience(), properties.patience()))
                .retention(retention(method, annotation))
                .maxAnswerBytes(properties.maxAnswerSize());
    }

    /** How long an answer is kept. */
    public Duration retention(Method method, Idempotent annotation) {
        return duration(method, "retention", annotation.retention(), properties.retention());
    }

    private <T extends @Nullable Object> Guarantee<T> guarantee(Method method, Idempotent annotation) {
        if (annotation.guarantee() == Idempotent.Guarantee.TRANSACTIONAL) {
            if (!annotation.lease().isEmpty() || annotation.whenAbandoned() != Idempotent.Abandoned.REFUSE) {
                throw new MisuseException(SpringTexts.leaseOfTransactional(method));
            }
            return new Guarantee.Transactional<>(properties.maxAttempts());
        }
        WhenAbandoned<T> whenAbandoned = annotation.whenAbandoned() == Idempotent.Abandoned.RERUN
                ? new WhenAbandoned.Rerun<>()
                : new WhenAbandoned.Refuse<>();
        return new Guarantee.Leased<>(
                duration(method, "lease", annotation.lease(), properties.lease()), whenAbandoned, List.of());
    }

    private static Duration duration(Method method, String attribute, String value, Duration otherwise) {
        if (value.isEmpty()) {
            return otherwise;
        }
        try {
            return DurationStyle.detectAndParse(value);
        } catch (IllegalArgumentException e) {
            throw new MisuseException(SpringTexts.duration(method, attribute, value));
        }
    }
}
