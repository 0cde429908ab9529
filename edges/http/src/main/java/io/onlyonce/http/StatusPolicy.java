package io.onlyonce.http;

import io.onlyonce.Ending;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What the status of an answer means for the record and for the business writes.
 *
 * <table>
 * <caption>Status and ending</caption>
 * <tr><th>status</th><th>business writes</th><th>a retry gets</th></tr>
 * <tr><td>2xx, 3xx</td><td>committed</td><td>the same answer</td></tr>
 * <tr><td>a 4xx that is declared here</td><td>rolled back</td><td>the same refusal</td></tr>
 * <tr><td>everything else</td><td>rolled back</td><td>a fresh run</td></tr>
 * </table>
 *
 * @param remembered the refusals that hold for every retry, for example 402, 409, 422
 */
public record StatusPolicy(Set<Integer> remembered) implements Function<RecordedResponse, Ending> {
    /** No refusal is remembered. */
    public static final StatusPolicy SUCCESS_ONLY = new StatusPolicy(Set.of());

    /** Statuses that say nothing about the operation itself: a later attempt with the same key may well succeed. */
    private static final Set<Integer> NEVER = Set.of(400, 401, 403, 413, 429);

    /**
     * @throws IllegalArgumentException if a status is no 4xx, or is 400, 401, 403, 413 or 429
     */
    public StatusPolicy {
        for (int status : remembered) {
            if (status < 400 || status > 499 || NEVER.contains(status)) {
                throw new IllegalArgumentException(HttpTexts.notRemembered(status));
            }
        }
        remembered = Set.copyOf(remembered);
    }

    /** These refusals are remembered. */
    public static StatusPolicy remembering(Integer... statuses) {
        return new StatusPolicy(new TreeSet<>(List.of(statuses)));
    }

    @Override
    public Ending apply(RecordedResponse response) {
        int status = response.status();
        if (status >= 200 && status < 400) {
            return Ending.REMEMBER;
        }
        return remembered.contains(status) ? Ending.REFUSE : Ending.FORGET;
    }
}
