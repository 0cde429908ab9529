package io.onlyonce.spring.desk;

import io.onlyonce.audit.AuditEntry.Action;
import io.onlyonce.messaging.Redrive;
import io.onlyonce.probe.Summary;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.messaging.Redrives;
import io.onlyonce.spring.messaging.Redrives.Reading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/** Counts dead letters, and sends them back by hand; each time is a {@linkplain Deeds deed}. Thread-safe. */
public final class DeadLetterDesk {
    private static final Logger log = LoggerFactory.getLogger(DeadLetterDesk.class);

    private final Redrives redrives;
    private final Deeds deeds;

    public DeadLetterDesk(Redrives redrives, Deeds deeds) {
        this.redrives = redrives;
        this.deeds = deeds;
    }

    /** Which consumers there are, and what they read. */
    public List<Reading> readings() {
        return redrives.readings();
    }

    /**
     * How many dead letters there are of what a consumer reads; those who read the same have them in common.
     *
     * @param number null if the broker does not say
     */
    public record Count(Reading reading, @Nullable Long number) {
        /** Where it was counted, so that nothing is added twice. */
        public List<String> place() {
            return List.of(reading.broker(), reading.source());
        }
    }

    /** The dead letters of all consumers; each broker is asked for each place once. */
    public List<Count> counts() {
        Map<List<String>, Optional<Long>> known = new HashMap<>();
        return readings().stream()
                .map(reading -> new Count(
                        reading,
                        known.computeIfAbsent(new Count(reading, null).place(), any -> count(reading))
                                .orElse(null)))
                .toList();
    }

    @SuppressWarnings("IllegalCatch") // whatever a broker throws: the others are counted
    private Optional<Long> count(Reading reading) {
        try {
            return Optional.of(redrives.of(reading.consumer(), reading.source()).count());
        } catch (Exception e) {
            log.warn("The dead letters of {} cannot be counted.", reading.source(), e);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return Optional.empty();
        }
    }

    /**
     * Sends the oldest ones back.
     *
     * @param limit how many at most, 1 or more
     * @param actor who wants it
     * @return how many were sent back
     * @throws IllegalArgumentException if consumer or source is unknown, or the limit too small
     * @throws RedriveEndedException if a letter could not be sent back; those before it were
     */
    @SuppressWarnings("IllegalCatch") // whatever broker or store say, the person is to see it
    public int sendBack(String consumer, String source, int limit, String actor) {
        if (limit < 1) {
            throw new IllegalArgumentException(SpringTexts.redriveLimit(limit));
        }
        Redrive redrive = redrives.of(consumer, source);
        String done = "ended early";
        try {
            int sent = redrive.run(limit);
            done = Integer.toString(sent);
            return sent;
        } catch (Exception e) {
            log.warn("Re-driving dead letters of {} ended early.", consumer, e);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new RedriveEndedException(
                    consumer, NestedExceptionUtils.getMostSpecificCause(e).toString(), e);
        } finally {
            deeds.done(Action.REDRIVEN_BY_HAND, consumer, new Summary(done, source), actor);
        }
    }
}
