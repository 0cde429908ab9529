package io.onlyonce.console;

import io.onlyonce.record.RecordId;
import io.onlyonce.saga.UnfinishedSaga;
import io.onlyonce.spring.desk.GivingUpFailedException;
import io.onlyonce.spring.desk.SagaDesk;
import io.onlyonce.spring.desk.SagaDesk.GivingUp;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Shows sagas without an end, where there are some; takes one back or gives it up, in two steps: what it would mean, then the deed. Thread-safe. */
final class SagaPages {
    private static final int LIMIT = 100;
    private static final String VERDICT = "verdict";
    private static final String REVIVE = "revive";

    private final ObjectProvider<SagaDesk> desks;
    private final Pages pages;

    SagaPages(ObjectProvider<SagaDesk> desks, Pages pages) {
        this.desks = desks;
        this.pages = pages;
    }

    /** How many were put aside, a thousand of each at most. */
    long parked() {
        return unfinished(SagaDesk.MOST).stream().filter(UnfinishedSaga::parked).count();
    }

    private List<UnfinishedSaga> unfinished(int limit) {
        return desks.stream().flatMap(desk -> desk.unfinished(limit).stream()).toList();
    }

    /** What is unfinished. */
    ServerResponse show(ServerRequest request) {
        return pages.page(Visit.of(request), "sagas", Map.of("sagas", unfinished(LIMIT), "limit", LIMIT));
    }

    /** What the verdict means for the saga. */
    ServerResponse explain(ServerRequest request) {
        RecordId record = Records.id(request);
        String name = name(request);
        String verdict = request.pathVariable(VERDICT);
        UnfinishedSaga saga = unfinished(SagaDesk.MOST).stream()
                .filter(each -> each.saga().equals(name) && each.record().equals(record))
                .filter(each -> each.parked() || !verdict.equals(REVIVE))
                .findFirst()
                .orElseThrow(() -> gone(name, record));
        return pages.page(Visit.of(request), "saga", Map.of("saga", saga, VERDICT, verdict));
    }

    /** Does it. */
    ServerResponse act(ServerRequest request) {
        RecordId record = Records.id(request);
        String name = name(request);
        Visit visit = Visit.of(request);
        SagaDesk desk =
                desks.stream().filter(each -> each.knows(name)).findFirst().orElseThrow(() -> gone(name, record));
        String text = request.pathVariable(VERDICT).equals(REVIVE)
                ? revived(desk, name, record, visit)
                : givenUp(desk, name, record, visit);
        return pages.page(
                visit,
                "done",
                Map.of(
                        "deed", new Text(text + ".done", name),
                        "text", new Text(text + ".next"),
                        "record", record.toUuid().toString()));
    }

    private static String revived(SagaDesk desk, String name, RecordId record, Visit visit) {
        if (!desk.revive(name, record, visit.actor())) {
            throw gone(name, record);
        }
        return REVIVE;
    }

    private static String givenUp(SagaDesk desk, String name, RecordId record, Visit visit) {
        try {
            GivingUp result = desk.giveUp(name, record, visit.actor());
            return switch (result) {
                case GIVEN_UP -> "give-up";
                case ENDED -> "ended";
                case AT_WORK -> throw new Trouble(HttpStatus.CONFLICT, "at-work", name, record.toUuid());
                case GONE -> throw gone(name, record);
            };
        } catch (GivingUpFailedException e) {
            throw new Trouble(HttpStatus.SERVICE_UNAVAILABLE, "giving-up", name, record.toUuid(), e.why());
        }
    }

    private static String name(ServerRequest request) {
        return request.param("saga").orElse("");
    }

    private static Trouble gone(String name, RecordId record) {
        return new Trouble(HttpStatus.CONFLICT, "saga", name, record.toUuid());
    }
}
