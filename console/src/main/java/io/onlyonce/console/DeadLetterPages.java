package io.onlyonce.console;

import io.onlyonce.messaging.Redrive;
import io.onlyonce.spring.messaging.Redrives;
import io.onlyonce.spring.messaging.Redrives.Reading;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Sends dead letters back to their consumers, where there are some. Thread-safe. */
final class DeadLetterPages {
    private static final Logger log = LoggerFactory.getLogger(DeadLetterPages.class);
    private static final int LIMIT = 100;

    private final ObjectProvider<Redrives> redrives;
    private final Pages pages;

    DeadLetterPages(ObjectProvider<Redrives> redrives, Pages pages) {
        this.redrives = redrives;
        this.pages = pages;
    }

    /** Who reads what. */
    List<Reading> readings() {
        return redrives.stream().flatMap(each -> each.readings().stream()).toList();
    }

    /** Sends the oldest ones back. */
    @SuppressWarnings("IllegalCatch") // whatever broker or store say, the operator is to see it
    ServerResponse redrive(ServerRequest request) {
        String consumer = request.param("consumer").orElse("");
        String source = request.param("source").orElse("");
        Redrive redrive = of(consumer, source);
        Visit visit = Visit.of(request);
        log.warn("Dead letters of {} are sent back by {}.", consumer, visit.actor());
        try {
            int sent = redrive.run(LIMIT);
            return pages.page(
                    visit,
                    "done",
                    Map.of("deed", new Text("redrive.done", sent, consumer), "text", new Text("redrive.next", LIMIT)));
        } catch (Exception e) {
            log.warn("Re-driving dead letters of {} ended early.", consumer, e);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new Trouble(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "redrive",
                    consumer,
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
        }
    }

    private Redrive of(String consumer, String source) {
        boolean known = readings().stream()
                .anyMatch(reading ->
                        reading.consumer().equals(consumer) && reading.source().equals(source));
        if (!known) {
            throw new Trouble(HttpStatus.BAD_REQUEST, "consumer", consumer, source);
        }
        return redrives.getObject().of(consumer, source);
    }
}
