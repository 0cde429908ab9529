package io.onlyonce.spring.web;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.method.IdempotentMethods;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.web.method.HandlerMethod;

/** Says in the API description what a protected endpoint needs and answers: the header, 400, 409, 422 and 503, and how long a key is remembered. */
public final class OpenApiContribution implements GlobalOperationCustomizer {
    private final OnlyOnceProperties properties;
    private final OperationSettings settings;

    public OpenApiContribution(OnlyOnceProperties properties, OperationSettings settings) {
        this.properties = properties;
        this.settings = settings;
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod handler) {
        Idempotent annotation = IdempotentMethods.annotationOf(handler.getMethod());
        if (annotation == null) {
            return operation;
        }
        String retention = DurationFormatterUtils.print(
                settings.retention(handler.getMethod(), annotation), DurationFormat.Style.COMPOSITE);
        if (operation.getParameters() != null) { // the handler may ask for the header itself
            operation.getParameters().removeIf(this::isKeyHeader);
        }
        operation.addParametersItem(new HeaderParameter()
                .name(properties.http().header())
                .required(true)
                .description(
                        "Marks all attempts at one request: send a new value, for example a UUID, with each new request, and the same one with each"
                                + " retry. The answer is kept for " + retention
                                + " and repeated with Idempotent-Replayed: true.")
                .schema(new StringSchema()
                        .minLength(1)
                        .maxLength(IdempotencyKey.MAX_LENGTH)
                        .pattern("^[\\x21-\\x7E]+$")));
        ApiResponses responses = operation.getResponses() == null ? new ApiResponses() : operation.getResponses();
        add(responses, "400", "The key is missing or malformed (idempotency-key-missing, idempotency-key-invalid).");
        add(
                responses,
                "409",
                "The first request with this key is still running (request-in-progress): repeat it after Retry-After.");
        add(responses, "422", "The key was used before for another request (idempotency-key-reused).");
        add(
                responses,
                "503",
                "The store of records is not available (store-unavailable); nothing was done: repeat it after Retry-After.");
        operation.setResponses(responses);
        return operation;
    }

    private boolean isKeyHeader(Parameter parameter) {
        return "header".equals(parameter.getIn()) && properties.http().header().equalsIgnoreCase(parameter.getName());
    }

    private static void add(ApiResponses responses, String status, String description) {
        ApiResponse existing = responses.get(status);
        if (existing == null) {
            responses.addApiResponse(status, new ApiResponse().description(description));
        } else {
            existing.setDescription(
                    existing.getDescription() == null ? description : existing.getDescription() + " " + description);
        }
    }
}
