package io.onlyonce.http;

import io.onlyonce.Ending;
import io.onlyonce.Guarantee;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.json.BusinessNumber;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An endpoint that takes effect only once per key. Immutable; made once, and copied with its path variables for each request.
 *
 * <pre>{@code
 * ProtectedEndpoint refunds = ProtectedEndpoint.of(onlyOnce, "POST /api/orders/{id}/refunds", StatusPolicy.remembering(409, 422));
 * }</pre>
 *
 * @param onlyOnce runs its operation: the transactional engine, or the leased one where the operation's guarantee says so
 * @param operation name, guarantee, patience, retention, and what the statuses mean
 * @param route the template that the request matched; part of the fingerprint
 * @param pathVariables what the request put into the template; part of the fingerprint
 * @param volatileFields what may differ between two attempts at the same request
 */
public record ProtectedEndpoint(
        OnlyOnce onlyOnce,
        Operation<RecordedResponse> operation,
        String route,
        SortedMap<String, String> pathVariables,
        VolatileFields volatileFields) {

    /**
     * @throws IllegalArgumentException if the operation would keep an answer that must never be kept
     */
    public ProtectedEndpoint {
        for (int status : List.of(400, 401, 403, 413, 429, 500, 502, 503, 504)) {
            if (operation.endingOf(new RecordedResponse(status, List.of(), null)) != Ending.FORGET) {
                throw new IllegalArgumentException(HttpTexts.remembersTooMuch(operation.name(), status));
            }
        }
        pathVariables = Collections.unmodifiableSortedMap(new TreeMap<>(pathVariables));
    }

    /** The operation of an endpoint, with the usual patience, retention and guarantee; logs are told the status of its answers. */
    public static Operation<RecordedResponse> operation(String name, StatusPolicy statuses) {
        return Operation.named(name, new RecordedResponseCodec())
                .ending(statuses)
                .summary(AnswerSummary.STATUS);
    }

    /**
     * The same for answers that hold secrets: of a success nothing is kept but its status and its business number, and that is what a replay gets, with its media type. Refusals are
     * kept whole.
     */
    public static Operation<RecordedResponse> keepingNumber(String name, StatusPolicy statuses, BusinessNumber number) {
        return Operation.named(name, new ExcerptCodec(number, new RecordedResponseCodec()))
                .ending(statuses)
                .summary(new AnswerSummary(number));
    }

    /** An endpoint whose operation is named like its route. */
    public static ProtectedEndpoint of(OnlyOnce onlyOnce, String route, StatusPolicy statuses) {
        return of(onlyOnce, route, operation(route, statuses));
    }

    /** An endpoint with an operation of its own, made by {@link #operation} and changed. */
    public static ProtectedEndpoint of(OnlyOnce onlyOnce, String route, Operation<RecordedResponse> operation) {
        return new ProtectedEndpoint(onlyOnce, operation, route, new TreeMap<>(), VolatileFields.NONE);
    }

    /**
     * The answer, if it says how the work ended.
     *
     * @throws OutcomeLeftOpenException if the work is not one transaction and failed
     */
    RecordedResponse settled(RecordedResponse answer) throws OutcomeLeftOpenException {
        if (operation.guarantee() instanceof Guarantee.Leased && answer.status() >= 500) {
            throw new OutcomeLeftOpenException(answer.status());
        }
        return answer;
    }

    /** The same endpoint for one request. */
    public ProtectedEndpoint withPathVariables(Map<String, String> variables) {
        return new ProtectedEndpoint(onlyOnce, operation, route, new TreeMap<>(variables), volatileFields);
    }

    /** The same endpoint, whose fingerprint leaves some fields out. */
    public ProtectedEndpoint ignoring(VolatileFields fields) {
        return new ProtectedEndpoint(onlyOnce, operation, route, pathVariables, fields);
    }
}
