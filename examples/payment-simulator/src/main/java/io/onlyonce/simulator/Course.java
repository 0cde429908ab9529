package io.onlyonce.simulator;

import io.onlyonce.simulator.Delivery.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One notice's way to the merchant: attempt by attempt, until one is acknowledged or none is left. Used by one thread. */
final class Course {
    private final Notice notice;
    private final Sender sender;
    private final List<Duration> delays;
    private final List<Attempt> attempts = new ArrayList<>();
    private int acknowledgementsToLose;
    private @Nullable End end;

    Course(Notice notice, Sender sender, int acknowledgementsToLose) {
        this.notice = notice;
        this.sender = sender;
        this.delays = sender.settings().planOf(notice.channel()).delays();
        this.acknowledgementsToLose = acknowledgementsToLose;
    }

    boolean isOver() {
        return end != null;
    }

    /** The next attempt, after the delay before it. */
    void step() throws InterruptedException {
        Duration delay = delayBefore();
        if (!delay.isZero()) {
            sender.settings().waiter().await(delay);
        }
        if (sender.isDisabled(notice.channel())) {
            end = End.ENDPOINT_DISABLED;
            return;
        }
        boolean losing = acknowledgementsToLose > 0;
        acknowledgementsToLose--;
        Attempt attempt = sender.send(notice, delay, losing);
        attempts.add(attempt);
        end = endAfter(attempt.outcome());
    }

    /** Runs to the end. */
    Delivery delivery() throws InterruptedException {
        while (end == null) {
            step();
        }
        return new Delivery(notice, attempts, end);
    }

    private Duration delayBefore() {
        if (attempts.isEmpty()) {
            return Duration.ZERO;
        }
        Attempt last = attempts.get(attempts.size() - 1);
        Duration planned = delays.get(attempts.size() - 1);
        Answer answer = last.answer();
        if (last.outcome() != Outcome.THROTTLED || answer == null || answer.retryAfter() == null) {
            return planned;
        }
        Duration asked = answer.retryAfter().dividedBy(sender.settings().fasterBy());
        return asked.compareTo(planned) > 0 ? asked : planned;
    }

    private @Nullable End endAfter(Outcome outcome) {
        return switch (outcome) {
            case ACCEPTED -> End.ACCEPTED;
            case GONE -> End.ENDPOINT_DISABLED;
            case REFUSED, THROTTLED, NO_ANSWER, ACKNOWLEDGEMENT_LOST ->
                attempts.size() > delays.size() ? End.GIVEN_UP : null;
        };
    }
}
