package io.onlyonce.spring.desk;

import io.onlyonce.Outcome;
import io.onlyonce.audit.AuditEntry.Action;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordId;
import io.onlyonce.saga.Completer;
import io.onlyonce.saga.GivenUpException;
import io.onlyonce.saga.UnfinishedSaga;
import io.onlyonce.spring.SpringTexts;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/** Shows sagas without an end, takes back those that were put aside, and gives them up; each is a {@linkplain Deeds deed}. Thread-safe. */
public final class SagaDesk {
    /** So many of each are shown at most. */
    public static final int MOST = 1000;

    private static final Logger log = LoggerFactory.getLogger(SagaDesk.class);

    private final Completer completer;
    private final Deeds deeds;

    /** What giving up has come to. */
    public enum GivingUp {
        /** What had been done is undone; the rest never will be done. */
        GIVEN_UP,
        /** It had all its steps, or was refused, and has ended as it would have. */
        ENDED,
        /** Somebody is at it now; nothing was done. */
        AT_WORK,
        /** It is not among the unfinished ones, or not any more; nothing was done. */
        GONE
    }

    public SagaDesk(Completer completer, Deeds deeds) {
        this.completer = completer;
        this.deeds = deeds;
    }

    /** Whether there is a saga of this name here. */
    public boolean knows(String saga) {
        return completer.knows(saga);
    }

    /**
     * What is unfinished: of each saga those that were put aside, then those that are gone on with.
     *
     * @param limit how many of each at most, 1 to {@value #MOST}
     * @throws IllegalArgumentException if the limit is out of its bounds
     * @throws StoreUnavailableException if the inbox can't be asked
     */
    public List<UnfinishedSaga> unfinished(int limit) {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException(SpringTexts.sagasLimit(limit, MOST));
        }
        return asked(() -> completer.unfinished(limit));
    }

    /**
     * Takes one back that was put aside: it is due now, with no tries counted.
     *
     * @param actor who wants it
     * @return whether it was put aside; else nothing is changed
     * @throws IllegalArgumentException if there is no such saga here
     * @throws StoreUnavailableException if the inbox can't be asked
     */
    public boolean revive(String saga, RecordId record, String actor) {
        boolean revived = asked(() -> completer.revive(saga, record));
        if (revived) {
            deeds.done(Action.REVIVED_BY_HAND, saga, record, Summary.NONE, actor);
        }
        return revived;
    }

    /**
     * Gives one up, see {@link Completer#giveUp}.
     *
     * @param actor who wants it
     * @throws IllegalArgumentException if there is no such saga here
     * @throws GivingUpFailedException if a step or an undoing failed; it is unfinished still, and may be given up again
     */
    @SuppressWarnings("IllegalCatch") // whatever a step throws, the person is to see it
    public GivingUp giveUp(String saga, RecordId record, String actor) {
        GivingUp result;
        try {
            result = completer.giveUp(saga, record).map(SagaDesk::of).orElse(GivingUp.GONE);
        } catch (MisuseException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (Exception e) {
            log.warn("Giving up {} {} failed.", saga, record.toUuid(), e);
            interruptedBy(e);
            deeds.done(Action.GIVEN_UP_BY_HAND, saga, record, Summary.code("failed"), actor);
            throw new GivingUpFailedException(
                    saga, record, NestedExceptionUtils.getMostSpecificCause(e).toString(), e);
        }
        if (result == GivingUp.GIVEN_UP || result == GivingUp.ENDED) {
            Summary code = Summary.code(result.name().toLowerCase(Locale.ROOT));
            deeds.done(Action.GIVEN_UP_BY_HAND, saga, record, code, actor);
        }
        return result;
    }

    private static GivingUp of(Outcome<?> outcome) {
        if (outcome instanceof Outcome.Refused<?> refused && refused.refusal() instanceof GivenUpException) {
            return GivingUp.GIVEN_UP;
        }
        boolean atWork = outcome instanceof Outcome.InProgress || outcome instanceof Outcome.OutcomeUnknown;
        return atWork ? GivingUp.AT_WORK : GivingUp.ENDED;
    }

    @SuppressWarnings("IllegalCatch") // whatever the inbox throws
    private static <T> T asked(Callable<T> question) {
        try {
            return question.call();
        } catch (MisuseException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            interruptedBy(e);
            throw new StoreUnavailableException(e);
        }
    }

    private static void interruptedBy(Exception e) {
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }
}
