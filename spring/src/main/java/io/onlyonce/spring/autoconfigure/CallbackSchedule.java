package io.onlyonce.spring.autoconfigure;

import io.onlyonce.callback.CallbackWorker;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Lets the worker look for notices that are due, on a thread of its own. */
final class CallbackSchedule implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(CallbackSchedule.class);

    private final CallbackWorker worker;
    private final Duration pause;
    private final Rounds rounds = new Rounds("onlyonce-callbacks");

    CallbackSchedule(CallbackWorker worker, Duration pause) {
        this.worker = worker;
        this.pause = pause;
    }

    @Override
    public void start() {
        rounds.start(pause, this::round);
    }

    private void round() {
        try {
            worker.runOnce();
        } catch (RuntimeException e) {
            log.warn("Looking for notices that wait failed; the next round tries again.", e);
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
