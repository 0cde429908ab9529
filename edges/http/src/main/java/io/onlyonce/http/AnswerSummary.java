package io.onlyonce.http;

import io.onlyonce.json.BusinessNumber;
import io.onlyonce.probe.Summary;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sums an answer up for the audit log: its status, and the business number that stands in its JSON. Immutable and thread-safe.
 *
 * @param number where that stands; null = nowhere
 */
public record AnswerSummary(@Nullable BusinessNumber number) implements Function<RecordedResponse, Summary> {
    /** Nothing but the status. */
    public static final AnswerSummary STATUS = new AnswerSummary(null);

    @Override
    public Summary apply(RecordedResponse response) {
        byte[] body = response.body();
        return new Summary(
                Integer.toString(response.status()),
                number == null || body == null || !isJson(response) ? null : number.in(body));
    }

    private static boolean isJson(RecordedResponse response) {
        return response.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Type"))
                .flatMap(header -> header.values().stream())
                .anyMatch(value -> MediaType.of(value).isJson());
    }
}
