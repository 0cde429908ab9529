package io.onlyonce.spring.autoconfigure;

import io.onlyonce.callback.CallbackWorker;
import io.onlyonce.spring.autoconfigure.Rounds.Work;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the worker look for notices that are due, on a thread of its own. */
final class CallbackSchedule extends Schedule {
    private static final Logger log = LoggerFactory.getLogger(CallbackSchedule.class);

    private final CallbackWorker worker;
    private final Duration pause;

    CallbackSchedule(CallbackWorker worker, Duration pause) {
        super("onlyonce-callbacks");
        this.worker = worker;
        this.pause = pause;
    }

    @Override
    List<Work> work() {
        return List.of(new Work(pause, this::round));
    }

    private void round() {
        try {
            worker.runOnce();
        } catch (RuntimeException e) {
            log.warn("Looking for notices that wait failed; the next round tries again.", e);
        }
    }
}
