package io.onlyonce.console;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.spring.desk.Desk;
import io.onlyonce.spring.desk.Search;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** What there is to look at now. Thread-safe. */
final class OverviewPage {
    private static final Logger log = LoggerFactory.getLogger(OverviewPage.class);
    private static final Duration SLOT = Duration.ofMinutes(2);
    private static final int SLOTS = 30;
    private static final int CLAIMS = 20;
    private static final int RECENT = 10;
    private static final int ROWS = 20;
    private static final String FENCE_LOST = "fence_lost";
    private static final List<String> CONFLICTS = List.of("in_progress", "key_reused");
    private static final Comparator<AuditEntry> YOUNGEST_FIRST =
            Comparator.comparing(AuditEntry::id).reversed();

    private final Desk desk;
    private final SagaPages sagas;
    private final ObjectProvider<ConsoleList> lists;
    private final InstantSource clock;
    private final Pages pages;

    OverviewPage(Desk desk, SagaPages sagas, ObjectProvider<ConsoleList> lists, InstantSource clock, Pages pages) {
        this.desk = desk;
        this.sagas = sagas;
        this.lists = lists;
        this.clock = clock;
        this.pages = pages;
    }

    /**
     * A list of the application's.
     *
     * @param failed whether it could not be read
     */
    record Section(String title, List<String> columns, List<List<String>> rows, boolean failed) {}

    ServerResponse show(ServerRequest request) {
        Visit visit = Visit.of(request);
        Map<String, Object> model = new HashMap<>(Map.of(
                "now", Moment.of(clock.instant()),
                "claims", desk.countClaims(),
                "parked", sagas.parked(),
                "cards", desk.openClaims(CLAIMS).stream().map(Card::of).toList(),
                "audits", desk.audits(),
                "sections",
                        lists.orderedStream().map(list -> section(visit, list)).toList()));
        if (desk.audits()) {
            model.put(
                    "chart",
                    Chart.of(desk.counts(SLOT, SLOTS), clock.instant().minus(SLOT.multipliedBy(SLOTS)), SLOT, SLOTS));
            model.put("lost", Line.of(desk.find(Search.event(FENCE_LOST, RECENT))));
            model.put("conflicts", conflicts());
        }
        return pages.page(visit, "overview", model);
    }

    private List<Line> conflicts() {
        Stream<AuditEntry> all = CONFLICTS.stream().flatMap(event -> desk.find(Search.event(event, RECENT)).stream());
        return Line.of(all.sorted(YOUNGEST_FIRST).limit(RECENT).toList());
    }

    @SuppressWarnings("IllegalCatch") // the application's own code; the rest of the page does not depend on it
    private static Section section(Visit visit, ConsoleList list) {
        String title = list.getClass().getSimpleName();
        try {
            title = list.title(visit.language());
            return new Section(title, list.columns(visit.language()), list.rows(visit.language(), ROWS), false);
        } catch (RuntimeException e) {
            log.warn("The list {} could not be read.", title, e);
            return new Section(title, List.of(), List.of(), true);
        }
    }
}
