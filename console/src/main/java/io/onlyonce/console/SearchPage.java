package io.onlyonce.console;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.spring.desk.Desk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.UriComponentsBuilder;

/** Looks for entries of the audit table. A key is sent in a form's body only, and goes on as its digest: it stands in no address, no log and no page. Thread-safe. */
final class SearchPage {
    private static final int PAGE = 50;
    private static final String KEY = "key";

    private final Desk desk;
    private final Pages pages;

    SearchPage(Desk desk, Pages pages) {
        this.desk = desk;
        this.pages = pages;
    }

    /** What the address asks for. */
    ServerResponse show(ServerRequest request) {
        Visit visit = Visit.of(request);
        SearchForm form = form(request);
        if (request.param(KEY).isPresent()) {
            form.problems().add(new Text("wrong.key"));
        }
        return answer(visit, form);
    }

    /** What the form asks for, as an address that can be kept. */
    ServerResponse ask(ServerRequest request) {
        Visit visit = Visit.of(request);
        SearchForm form = form(request);
        String key = request.param(KEY).orElse("");
        if (!key.isEmpty()) {
            form.said().put("digest", DecisionLog.digest(key));
        }
        return form.problems().isEmpty() ? Answers.seeOther(address(visit, form.said())) : answer(visit, form);
    }

    private static SearchForm form(ServerRequest request) {
        return new SearchForm(field -> request.param(field).orElse(""), PAGE);
    }

    private ServerResponse answer(Visit visit, SearchForm form) {
        Map<String, Object> model = new HashMap<>(Map.of(
                "audits", desk.audits(),
                "said", form.said(),
                "problems", form.problems(),
                "states", SearchForm.STATES,
                "events", SearchForm.EVENTS,
                "lines", List.of()));
        if (!form.problems().isEmpty()) {
            return pages.page(visit, HttpStatus.BAD_REQUEST, "search", model);
        }
        if (desk.audits()) {
            List<AuditEntry> found = desk.find(form.search());
            model.put("lines", Line.of(found));
            if (found.size() == PAGE) {
                Map<String, String> next = new HashMap<>(form.said());
                next.put("before", found.get(PAGE - 1).id().toUuid().toString());
                model.put("older", address(visit, next));
            }
        }
        return pages.page(visit, "search", model);
    }

    private static String address(Visit visit, Map<String, String> said) {
        UriComponentsBuilder address =
                UriComponentsBuilder.fromPath(visit.base()).path("/search");
        said.keySet().stream().sorted().forEach(field -> address.queryParam(field, "{" + field + "}"));
        return address.encode().buildAndExpand(said).toUriString();
    }
}
