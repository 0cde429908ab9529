package io.onlyonce.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.run.Intent.Filled;
import io.onlyonce.verify.run.Script.Send;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The scripts of a round")
class ScriptsTest {
    private static final Plan PLAN = PlanFile.parse("plan.yaml", """
            target: http://127.0.0.1:1
            requests:
              place:
                method: POST
                path: /orders
                headers: {X-User-Id: "${user}"}
                key: Idempotency-Key
                body: '{"ref":"${ref}","sku":"${sku}"}'
                choices: {sku: [A, B, C]}
              cancel:
                method: POST
                path: /orders/${n}/cancellation
              pay:
                method: POST
                path: /orders/${order.id}/pay
                needs: {order: place}
            workload:
              - {burst: place, operations: 2, copies: 7}
              - {retries: place, operations: 2, attempts: 3, timeout: 30ms}
              - {replays: place, operations: 2, times: 4}
              - {reuse: place, operations: 2}
              - {users: place, operations: 2}
              - {events: [pay], operations: 3, copies: 2}
              - {events: [place, cancel], operations: 2, copies: 3}
              - {deliveries: [place, cancel], operations: 5, copies: 1-4}
            faults: {cut-before: 20%, late: 20%}
            """);

    private static List<Script> round(String run, long seed) {
        return new Scripts(PLAN, run, seed).round();
    }

    @Property(tries = 50)
    @Label("are the same ones for the same seed")
    void reproducible(@ForAll long seed) {
        List<Script> one = round("v1", seed);
        List<Script> other = round("v1", seed);
        assertThat(one)
                .extracting(Script::phases)
                .isEqualTo(other.stream().map(Script::phases).toList());
        assertThat(one.stream().flatMap(script -> script.intents().stream()).map(ScriptsTest::payload))
                .containsExactlyElementsOf(other.stream()
                        .flatMap(script -> script.intents().stream())
                        .map(ScriptsTest::payload)
                        .toList());
        assertThat(needed(one)).hasSize(3).isEqualTo(needed(other));
    }

    /** What operations need is drawn with the scripts, whoever asks for it first. */
    private static List<String> needed(List<Script> scripts) {
        return scripts.stream()
                .flatMap(script -> script.needed().values().stream())
                .map(ScriptsTest::payload)
                .toList();
    }

    private static String payload(Intent intent) {
        Filled filled = intent.with(Map.of("order.id", "1")).filled();
        return filled.path() + filled.headers() + filled.body();
    }

    @Property(tries = 50)
    @Label("give each operation a number of its own and each delivery its copies")
    void numbers(@ForAll long seed) {
        Set<String> refs = new HashSet<>();
        int intents = 0;
        for (Script script : round("v1", seed)) {
            for (Intent intent : script.intents()) {
                refs.add(intent.values().get("ref"));
                intents++;
            }
            int asked = script.intents().size();
            if (asked == 10) {
                for (int i = 0; i < asked; i++) {
                    int mine = i;
                    assertThat(script.phases().stream().flatMap(List::stream).filter(send -> send.intent() == mine))
                            .hasSizeBetween(1, 4);
                }
            }
        }
        assertThat(refs).hasSize(intents);
    }

    @Test
    @DisplayName("reuse a key with another payload, and give two users one key")
    void pairs() {
        List<Script> pairs = round("v1", 7).stream()
                .filter(script -> script.intents().size() == 2)
                .filter(script -> script.intents().get(1).name().equals("place"))
                .toList();
        assertThat(pairs).hasSize(4);
        int sameUser = 0;
        for (Script pair : pairs) {
            Filled first = pair.intents().get(0).filled();
            Filled other = pair.intents().get(1).filled();
            assertThat(first.call().identity().key())
                    .isEqualTo(other.call().identity().key());
            assertThat(first.call().fingerprint()).isNotEqualTo(other.call().fingerprint());
            sameUser += first.call().identity().equals(other.call().identity()) ? 1 : 0;
        }
        assertThat(sameUser).isEqualTo(2);
    }

    @Test
    @DisplayName("let the share of the requests that the plan names meet a fault")
    void faults() {
        long faulty = 0;
        long all = 0;
        for (int seed = 0; seed < 40; seed++) {
            List<Send> sends = round("v1", seed).stream()
                    .flatMap(script -> script.phases().stream().flatMap(List::stream))
                    .toList();
            all += sends.size();
            faulty += sends.stream().filter(send -> send.fault().isPresent()).count();
        }
        assertThat((double) faulty / all).isBetween(0.36, 0.44);
    }
}
