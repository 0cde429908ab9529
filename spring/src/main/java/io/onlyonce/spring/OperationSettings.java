package io.onlyonce.spring;

import io.onlyonce.Backstop;
import io.onlyonce.Guarantee;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.error.MisuseException;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.seal.AnswerSeal;
import java.lang.reflect.Method;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.convert.DurationStyle;

/** Puts what an annotation says, or else the properties, into an operation. Thread-safe. */
public final class OperationSettings {
    private final OnlyOnceProperties properties;
    private final BeanFactory beans;

    public OperationSettings(OnlyOnceProperties properties, BeanFactory beans) {
        this.properties = properties;
        this.beans = beans;
    }

    /**
     * @throws MisuseException if the annotation holds what is no duration, or settings of the other guarantee
     * @throws IllegalArgumentException if a duration is too short or too long
     */
    public <T extends @Nullable Object> Operation<T> apply(
            Operation<T> operation, Method method, Idempotent annotation) {
        return operation
                .guarantee(guarantee(method, annotation))
                .patience(patience(method, annotation, properties.patience()))
                .retention(retention(method, annotation))
                .maxAnswerBytes(properties.maxAnswerSize())
                .seal(beans.getBeanProvider(AnswerSeal.class).getIfAvailable(() -> AnswerSeal.NONE));
    }

    /** How long an answer is kept. */
    public Duration retention(Method method, Idempotent annotation) {
        return retention(method, annotation, properties.retention());
    }

    /** The same where the properties say something else. */
    public Duration retention(Method method, Idempotent annotation, Duration otherwise) {
        return duration(method, "retention", annotation.retention(), otherwise);
    }

    /** How long a duplicate waits. */
    public Duration patience(Method method, Idempotent annotation, Duration otherwise) {
        return duration(method, "patience", annotation.patience(), otherwise);
    }

    /** How long a lock is waited for, and how long it outlives its holder. */
    public LockTerms lock(Method method, Idempotent annotation) {
        return new LockTerms(
                duration(
                        method,
                        "lockPatience",
                        annotation.lockPatience(),
                        properties.lock().patience()),
                duration(
                        method,
                        "lockLease",
                        annotation.lockLease(),
                        properties.lock().lease()));
    }

    private <T extends @Nullable Object> Guarantee<T> guarantee(Method method, Idempotent annotation) {
        if (annotation.guarantee() == Idempotent.Guarantee.TRANSACTIONAL) {
            mustSayNothingLeased(method, annotation);
            Guarantee.Transactional<T> transactional = new Guarantee.Transactional<>(properties.maxAttempts());
            return annotation.recorded() == Idempotent.Recorded.AT_END ? transactional.recordedAtEnd() : transactional;
        }
        if (annotation.recorded() != Idempotent.Recorded.CLAIM_FIRST) {
            throw new MisuseException(SpringTexts.recordOfLeased(method));
        }
        Duration lease = duration(method, "lease", annotation.lease(), properties.lease());
        Leased<T> leased = Leased.<T>of(lease).whenAbandoned(whenAbandoned(method, annotation));
        if (!annotation.backstop().isEmpty()) {
            leased = leased.backedBy(bean(method, "backstop", annotation.backstop(), Backstop.class));
        }
        return annotation.whenStoreDown() == Idempotent.StoreDown.OPEN ? leased.open() : leased;
    }

    private static void mustSayNothingLeased(Method method, Idempotent annotation) {
        if (!annotation.lease().isEmpty()
                || annotation.whenAbandoned() != Idempotent.Abandoned.REFUSE
                || !annotation.resolver().isEmpty()
                || !annotation.backstop().isEmpty()
                || annotation.whenStoreDown() != Idempotent.StoreDown.CLOSED) {
            throw new MisuseException(SpringTexts.leaseOfTransactional(method));
        }
    }

    @SuppressWarnings(
            "unchecked") // what a bean of another result type answers is refused by the codec, as an answer that cannot
    // be written
    private <T extends @Nullable Object> WhenAbandoned<T> whenAbandoned(Method method, Idempotent annotation) {
        boolean resolves = annotation.whenAbandoned() == Idempotent.Abandoned.RESOLVE;
        if (resolves == annotation.resolver().isEmpty()) {
            throw new MisuseException(SpringTexts.resolver(method));
        }
        return switch (annotation.whenAbandoned()) {
            case REFUSE -> new WhenAbandoned.Refuse<>();
            case RERUN -> new WhenAbandoned.Rerun<>();
            case RESOLVE ->
                new WhenAbandoned.Resolve<>((WhenAbandoned.Resolver<T>)
                        bean(method, "resolver", annotation.resolver(), WhenAbandoned.Resolver.class));
        };
    }

    private <B> B bean(Method method, String attribute, String name, Class<B> type) {
        try {
            return beans.getBean(name, type);
        } catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException e) {
            throw new MisuseException(SpringTexts.noSuchBean(method, attribute, name, type));
        }
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
