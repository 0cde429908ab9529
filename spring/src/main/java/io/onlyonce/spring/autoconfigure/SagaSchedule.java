package io.onlyonce.spring.autoconfigure;

import io.onlyonce.saga.Completer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Lets the completer look for sagas that are unfinished, on a thread of its own. */
final class SagaSchedule implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(SagaSchedule.class);

    private final Completer completer;
    private final Duration pause;
    private final Rounds rounds = new Rounds("onlyonce-sagas");

    SagaSchedule(Completer completer, Duration pause) {
        this.completer = completer;
        this.pause = pause;
    }

    @Override
    public void start() {
        rounds.start(pause, this::round);
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

    @Override
    public void stop() {
        rounds.stop();
    }

    @Override
    public boolean isRunning() {
        return rounds.areRunning();
    }
}
