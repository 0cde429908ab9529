package io.onlyonce.verify.init;

import io.onlyonce.verify.init.Draft.Request;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Writes a draft as a plan that can be run as it is, with comments on what to fill in. */
public final class PlanWriter {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final StringBuilder out = new StringBuilder();

    private PlanWriter() {}

    /** YAML. */
    public static String write(Draft draft) {
        PlanWriter writer = new PlanWriter();
        writer.plan(draft);
        return writer.out.toString();
    }

    private void plan(Draft draft) {
        line("# A plan for onlyonce-verify. Run it with: onlyonce-verify run <this file>");
        line("# Editors that know YAML complete it, if the schema (docs/plan.schema.json) lies beside it:");
        line("# yaml-language-server: $schema=plan.schema.json");
        line("name: " + quoted("first plan"));
        line("target:");
        line("  url: " + quoted("${env.TARGET_URL:-" + draft.url() + "}"));
        line("  # start: ./start.sh        # let the run start the service: then it can be killed, too");
        line("  # ready: /health           # a path that answers 2xx when the service is ready");
        data(draft);
        line("requests:");
        draft.requests().forEach(request -> request(request, !draft.jdbcUrl().isEmpty()));
        line("workload:");
        draft.requests().forEach(this::workload);
        line("# What goes wrong on purpose, by share of the requests:");
        line("# faults:");
        line("#   cut-before: 3%           # the connection breaks before the service has the request");
        line("#   cut-after: 3%            # ... after it has it, before it answers");
        line("#   cut-answer: 3%           # ... in the middle of the answer");
        line("#   late: 3%                 # the answer is late");
        line("#   kill: { every: 3s }      # needs target.start");
        line("rounds: 3");
    }

    private void data(Draft draft) {
        if (draft.jdbcUrl().isEmpty()) {
            line("# Without a look at the data nothing is proved about effects. With a database:");
            line("# data:");
            line("#   url: jdbc:postgresql://127.0.0.1:5432/shop");
            line("#   user: ${env.DB_USER}");
            line("#   password: ${env.DB_PASSWORD}");
            return;
        }
        line("data:");
        line("  url: " + quoted(draft.jdbcUrl()));
        line("  user: " + quoted("${env.DB_USER:-}"));
        line("  password: " + quoted("${env.DB_PASSWORD:-}"));
        line("# observe:");
        line("#   balances:                # sums that a run must not change");
        line("#     stock: select sum(quantity) from stock");
        line("#   never:                   # rows that must not exist");
        line("#     oversold: select sku from stock where quantity < 0");
    }

    private void request(Request request, boolean data) {
        line("  " + request.name() + ":");
        request.notes().forEach(note -> line("    # " + note));
        line("    method: " + request.method());
        line("    path: " + quoted(request.path()));
        line("    key: " + quoted(request.keyHeader()));
        if (!request.body().isEmpty()) {
            line("    headers: { Content-Type: application/json }");
            line("    body: |");
            request.body().lines().forEach(text -> line("      " + text));
        }
        if (!request.effects().isEmpty()) {
            line("    effects: " + quoted(request.effects()));
        } else if (data) {
            line(
                    "    # effects: select request_no, count(*) from orders where request_no like '${run}%' group by request_no");
        } else {
            line("    # Where its effects are counted, by ${ref}; of the service itself, or with data in SQL:");
            line("    # effects: { get: \"/orders?prefix=${run}\", rows: \"\", columns: [/ref, /count] }");
        }
        line("    # same: body             # if \"created\" becomes \"there it is\"");
        line("    # ignore: [/servedAt]    # members of the answer that may differ");
    }

    private void workload(Request request) {
        line("  - { burst: " + request.name() + ", operations: 5, copies: 20 }    # copies at once");
        line("  - { retries: " + request.name() + ", operations: 5 }              # an impatient client");
        line("  - { replays: " + request.name() + ", operations: 5 }              # one after the other");
        if (request.varies()) {
            line("  - { reuse: " + request.name()
                    + ", operations: 4 }                # another payload under the same key");
        } else {
            line("  # - { reuse: " + request.name() + ", operations: 4 }              # needs ${ref} in the body");
        }
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }

    /** A YAML text in quotation marks is a JSON text. */
    private static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    /** A text without variables, as a template writes it. */
    static String literal(String text) {
        return text.replace("$", "$$");
    }

    /** A name for a request that no other one has. */
    static String name(String wish, List<String> taken) {
        String base = wish.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-+|-+$", "");
        String name = base.isEmpty() ? "request" : base;
        for (int i = 2; taken.contains(name); i++) {
            name = base + "-" + i;
        }
        return name;
    }
}
