package io.onlyonce.spring.web;

import io.onlyonce.Operation;
import io.onlyonce.error.MisuseException;
import io.onlyonce.http.AnswerSummary;
import io.onlyonce.http.ProtectedEndpoint;
import io.onlyonce.http.RecordedResponse;
import io.onlyonce.http.StatusPolicy;
import io.onlyonce.http.VolatileFields;
import io.onlyonce.json.BusinessNumber;
import io.onlyonce.spring.Engines;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.method.IdempotentMethods;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the protected endpoint of a handler method out of its annotation and the properties. Thread-safe. */
public final class EndpointFactory {
    private final Engines engines;
    private final OperationSettings settings;
    private final OnlyOnceProperties properties;

    public EndpointFactory(Engines engines, OperationSettings settings, OnlyOnceProperties properties) {
        this.engines = engines;
        this.settings = settings;
        this.properties = properties;
    }

    /**
     * @param route method and pattern, the name of the operation unless the annotation gives one
     * @throws MisuseException if the annotation cannot be put into effect
     */
    ProtectedEndpoint create(Method method, String route) {
        Idempotent annotation = IdempotentMethods.annotationOf(method);
        if (annotation == null
                || !annotation.key().isEmpty()
                || !annotation.scope().isEmpty()) {
            throw new MisuseException(SpringTexts.keyOnHandler(method));
        }
        if (annotation.remembers().length > 0) {
            throw new MisuseException(SpringTexts.exceptionsOnHandler(method));
        }
        if (!annotation.lock().isEmpty()
                || !annotation.lockPatience().isEmpty()
                || !annotation.lockLease().isEmpty()) {
            throw new MisuseException(SpringTexts.lockOnHandler(method));
        }
        String name = annotation.operation().isEmpty() ? route : annotation.operation();
        try {
            var operation = operation(name, method, annotation);
            return ProtectedEndpoint.of(
                            engines.of(method, annotation), route, settings.apply(operation, method, annotation))
                    .ignoring(volatileFields(method, annotation));
        } catch (IllegalArgumentException e) {
            throw new MisuseException(SpringTexts.annotation(method, String.valueOf(e.getMessage())));
        }
    }

    private Operation<RecordedResponse> operation(String name, Method method, Idempotent annotation) {
        StatusPolicy statuses = new StatusPolicy(remembered(annotation));
        if (annotation.number().isEmpty()) {
            if (annotation.keeps() == Idempotent.Keeps.NUMBER) {
                throw new MisuseException(SpringTexts.keepsWithoutNumber(method));
            }
            return ProtectedEndpoint.operation(name, statuses);
        }
        BusinessNumber number = IdempotentMethods.number(method, annotation);
        return annotation.keeps() == Idempotent.Keeps.NUMBER
                ? ProtectedEndpoint.keepingNumber(name, statuses, number)
                : ProtectedEndpoint.operation(name, statuses).summary(new AnswerSummary(number));
    }

    private static VolatileFields volatileFields(Method method, Idempotent annotation) {
        try {
            return VolatileFields.of(annotation.volatileFields());
        } catch (MisuseException e) { // says which pointer, but not where it stands
            throw new MisuseException(SpringTexts.annotation(method, String.valueOf(e.getMessage())));
        }
    }

    private Set<Integer> remembered(Idempotent annotation) {
        int[] statuses = annotation.remembersStatuses();
        return statuses.length == 0
                ? properties.http().rememberedStatuses()
                : Arrays.stream(statuses).boxed().collect(Collectors.toSet());
    }
}
