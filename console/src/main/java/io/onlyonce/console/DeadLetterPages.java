package io.onlyonce.console;

import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.desk.DeadLetterDesk.Count;
import io.onlyonce.spring.desk.RedriveEndedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Counts dead letters, and sends them back to their consumers, where there are some. Thread-safe. */
final class DeadLetterPages {
    private static final int LIMIT = 100;

    private final ObjectProvider<DeadLetterDesk> desks;
    private final Pages pages;

    DeadLetterPages(ObjectProvider<DeadLetterDesk> desks, Pages pages) {
        this.desks = desks;
        this.pages = pages;
    }

    /**
     * How many there are in all places.
     *
     * @param number of those places whose broker answered; null if none did
     * @param complete whether all did
     */
    record Total(@Nullable Long number, boolean complete) {
        static Total of(List<Count> counts) {
            Map<List<String>, Count> places = new HashMap<>();
            counts.forEach(count -> places.put(count.place(), count));
            List<Long> known = places.values().stream()
                    .map(Count::number)
                    .filter(number -> number != null)
                    .toList();
            return new Total(
                    known.isEmpty() && !places.isEmpty()
                            ? null
                            : known.stream().mapToLong(Long::longValue).sum(),
                    known.size() == places.size());
        }
    }

    /** How many there are of each. The overview takes the total out of it when it has been shown: a broker may be slow. */
    ServerResponse show(ServerRequest request) {
        List<Count> counts =
                desks.stream().flatMap(desk -> desk.counts().stream()).toList();
        return pages.page(
                Visit.of(request), "letters", Map.of("counts", counts, "total", Total.of(counts), "limit", LIMIT));
    }

    /** Sends the oldest ones back. */
    ServerResponse redrive(ServerRequest request) {
        String consumer = request.param("consumer").orElse("");
        String source = request.param("source").orElse("");
        DeadLetterDesk desk = of(consumer, source);
        Visit visit = Visit.of(request);
        try {
            int sent = desk.sendBack(consumer, source, LIMIT, visit.actor());
            return pages.page(
                    visit,
                    "done",
                    Map.of("deed", new Text("redrive.done", sent, consumer), "text", new Text("redrive.next", LIMIT)));
        } catch (RedriveEndedException e) {
            throw new Trouble(HttpStatus.SERVICE_UNAVAILABLE, "redrive", consumer, e.why());
        }
    }

    private DeadLetterDesk of(String consumer, String source) {
        return desks.stream()
                .filter(desk -> desk.readings().stream()
                        .anyMatch(reading -> reading.consumer().equals(consumer)
                                && reading.source().equals(source)))
                .findFirst()
                .orElseThrow(() -> new Trouble(HttpStatus.BAD_REQUEST, "consumer", consumer, source));
    }
}
