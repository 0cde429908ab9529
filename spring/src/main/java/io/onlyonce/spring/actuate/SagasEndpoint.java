package io.onlyonce.spring.actuate;

import io.onlyonce.record.RecordId;
import io.onlyonce.saga.UnfinishedSaga;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.desk.GivingUpFailedException;
import io.onlyonce.spring.desk.SagaDesk;
import io.onlyonce.spring.desk.SagaDesk.GivingUp;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Sagas without an end: {@code GET /actuator/onlyoncesagas} lists them, those that were put aside first; {@code POST /actuator/onlyoncesagas/{record}} with {@code {"saga","verdict"}} takes one back or
 * gives it up. It is not there unless it is exposed, and reads only unless {@code management.endpoint.onlyoncesagas.access=unrestricted}. Bad input is answered 400 with a {@link Fault}, a store that
 * is down 503 with one. Thread-safe.
 */
@WebEndpoint(id = "onlyoncesagas", defaultAccess = Access.READ_ONLY)
public final class SagasEndpoint {
    private static final int LIMIT = 100;

    private final SagaDesk desk;

    /** What people can say of an unfinished saga. */
    public enum Verdict {
        /** The cause is removed: it is gone on with, if it was put aside. */
        REVIVE,
        /** What had been done is undone, and the rest never will be done. */
        GIVE_UP
    }

    /** The unfinished ones. */
    public record Unfinished(List<SagaView> sagas) {}

    /**
     * One of them, see {@link UnfinishedSaga}.
     *
     * @param record the id of its record, which {@link OnlyOnceEndpoint#record} tells more of
     */
    public record SagaView(
            String saga,
            UUID record,
            boolean parked,
            int tries,
            @Nullable String cause) {
        static SagaView of(UnfinishedSaga saga) {
            return new SagaView(saga.saga(), saga.record().toUuid(), saga.parked(), saga.tries(), saga.cause());
        }
    }

    /**
     * What a verdict has done.
     *
     * @param result of giving up, how it ended; else null
     */
    public record Done(Verdict verdict, @Nullable GivingUp result) {}

    public SagasEndpoint(SagaDesk desk) {
        this.desk = desk;
    }

    /**
     * What is unfinished.
     *
     * @param limit how many of each saga at most, put aside and not, 1 to 1000; 100 if it isn't told
     * @return 200 with {@link Unfinished}
     */
    @ReadOperation
    public WebEndpointResponse<Object> unfinished(@Nullable Integer limit) {
        return Answers.of(() -> new Unfinished(desk.unfinished(limit == null ? LIMIT : limit).stream()
                .map(SagaView::of)
                .toList()));
    }

    /**
     * Takes one back, or gives it up.
     *
     * @param saga its name
     * @return 200 with {@link Done}; 409 with a {@link Fault} if it is not, or not any more, what the verdict is for, or somebody is at it; 503 with one if a step or an undoing failed
     */
    @WriteOperation
    public WebEndpointResponse<Object> act(
            @Selector String record, String saga, Verdict verdict, SecurityContext security) {
        return Answers.of(() -> {
            RecordId id = new RecordId(Answers.id(record));
            String actor = Redriving.actor(security);
            return switch (verdict) {
                case REVIVE ->
                    desk.revive(saga, id, actor)
                            ? new Done(verdict, null)
                            : Fault.answer(Answers.CONFLICT, SpringTexts.notParked(saga, record));
                case GIVE_UP -> giveUp(saga, id, actor);
            };
        });
    }

    private Object giveUp(String saga, RecordId id, String actor) {
        try {
            GivingUp result = desk.giveUp(saga, id, actor);
            return switch (result) {
                case GIVEN_UP, ENDED -> new Done(Verdict.GIVE_UP, result);
                case AT_WORK ->
                    Fault.answer(
                            Answers.CONFLICT,
                            SpringTexts.sagaAtWork(saga, id.toUuid().toString()));
                case GONE ->
                    Fault.answer(
                            Answers.CONFLICT,
                            SpringTexts.sagaGone(saga, id.toUuid().toString()));
            };
        } catch (GivingUpFailedException e) {
            return Fault.answer(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }
}
