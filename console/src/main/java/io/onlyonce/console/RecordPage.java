package io.onlyonce.console;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.RecordId;
import io.onlyonce.spring.desk.Desk;
import io.onlyonce.spring.desk.Search;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** How one record stands, and its life. Thread-safe. */
final class RecordPage {
    private static final int LIFE = 200;

    private final Desk desk;
    private final Pages pages;

    RecordPage(Desk desk, Pages pages) {
        this.desk = desk;
        this.pages = pages;
    }

    ServerResponse show(ServerRequest request) {
        RecordId id = Records.id(request);
        Optional<FoundRecord> found = desk.record(id);
        List<AuditEntry> life = new ArrayList<>(desk.audits() ? desk.find(Search.of(id, LIFE)) : List.of());
        if (found.isEmpty() && life.isEmpty()) {
            throw new Trouble(HttpStatus.NOT_FOUND, "record", id.toUuid());
        }
        boolean cut = life.size() == LIFE;
        Collections.reverse(life);
        Map<String, Object> model = new HashMap<>(
                Map.of("id", id.toUuid().toString(), "audits", desk.audits(), "lines", Line.of(life), "cut", cut));
        found.map(Card::of).ifPresent(card -> model.put("card", card));
        return pages.page(Visit.of(request), "record", model);
    }
}
