package io.onlyonce.spring.autoconfigure;

import io.onlyonce.saga.Completer;
import io.onlyonce.spring.autoconfigure.Rounds.Work;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the completer look for sagas that are unfinished, on a thread of its own. */
final class SagaSchedule extends Schedule {
    private static final Logger log = LoggerFactory.getLogger(SagaSchedule.class);

    private final Completer completer;
    private final Duration pause;

    SagaSchedule(Completer completer, Duration pause) {
        super("onlyonce-sagas");
        this.completer = completer;
        this.pause = pause;
    }

    @Override
    List<Work> work() {
        return List.of(new Work(pause, this::round));
    }

    private void round() {
        try {
            completer.runOnce();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            log.warn("Looking for unfinished sagas failed; the next round tries again.", e);
        }
    }
}
