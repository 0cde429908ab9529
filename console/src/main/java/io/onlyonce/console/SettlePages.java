package io.onlyonce.console;

import io.onlyonce.record.Fence;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.FoundRecord.Standing;
import io.onlyonce.record.RecordId;
import io.onlyonce.spring.desk.Desk;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Settles an abandoned claim, in two steps: what it would mean, then the deed. Both name the claim that was looked at; another one is left alone. Thread-safe. */
final class SettlePages {
    private static final String VERDICT = "verdict";
    private static final String RELEASE = "release";

    private final Desk desk;
    private final Pages pages;

    SettlePages(Desk desk, Pages pages) {
        this.desk = desk;
        this.pages = pages;
    }

    /** What the verdict means for the next caller. */
    ServerResponse explain(ServerRequest request) {
        RecordId id = Records.id(request);
        Fence seen = Records.fence(request);
        FoundRecord found = desk.record(id)
                .filter(record -> record.standing() == Standing.ABANDONED)
                .filter(record -> record.fence().equals(seen))
                .orElseThrow(() -> gone(id, seen));
        return pages.page(
                Visit.of(request), "settle", Map.of("card", Card.of(found), VERDICT, request.pathVariable(VERDICT)));
    }

    /** Does it. */
    ServerResponse settle(ServerRequest request) {
        RecordId id = Records.id(request);
        Fence seen = Records.fence(request);
        Visit visit = Visit.of(request);
        String verdict = request.pathVariable(VERDICT);
        boolean done =
                verdict.equals(RELEASE) ? desk.release(id, seen, visit.actor()) : desk.confirm(id, seen, visit.actor());
        if (!done) {
            throw gone(id, seen);
        }
        return pages.page(
                visit,
                "done",
                Map.of(
                        "deed", new Text(verdict + ".done"),
                        "text", new Text(verdict + ".next"),
                        "record", id.toUuid().toString()));
    }

    private static Trouble gone(RecordId id, Fence seen) {
        return new Trouble(HttpStatus.CONFLICT, "gone", id.toUuid(), Long.toString(seen.number()));
    }
}
