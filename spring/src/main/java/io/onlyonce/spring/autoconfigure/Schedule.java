package io.onlyonce.spring.autoconfigure;

import io.onlyonce.spring.autoconfigure.Rounds.Work;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/** Work that is done in rounds for as long as the application runs, on threads of its own. */
abstract class Schedule implements SmartLifecycle {
    private final Rounds rounds;

    /**
     * @param threads what they are called
     */
    Schedule(String threads) {
        this.rounds = new Rounds(threads);
    }

    /** What is done; empty if nothing is. */
    abstract List<Work> work();

    @Override
    public final void start() {
        List<Work> work = work();
        if (!work.isEmpty()) {
            rounds.start(work);
        }
    }

    /** Lets rounds that are under way end. */
    @Override
    public final void stop() {
        rounds.stop();
    }

    @Override
    public final boolean isRunning() {
        return rounds.areRunning();
    }
}
