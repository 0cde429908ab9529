package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.spring.autoconfigure.OnlyOnceActuatorAutoConfiguration;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ObservedCallsTest {
    private static final Pattern DECISION = Pattern.compile("decision='(\\w+)'");

    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<Observation.Context> ended = new ArrayList<>();

    private void listen() {
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStop(Observation.Context context) {
                ended.add(context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    private static String decision(Observation.Context context) {
        Matcher decision = DECISION.matcher(context.toString());
        return decision.find() ? decision.group(1) : "missing";
    }

    @Test
    @DisplayName(
            "each call is an observation that tells operation and decision, and a call inside of it one of its own")
    void observed() throws Exception {
        listen();
        ObservedCalls observed = new ObservedCalls(() -> registry);
        MemoryTransactions transactions = new MemoryTransactions();
        OnlyOnce engine =
                observed.decorate(OnlyOnce.transactional(new MemoryRecordStore(transactions), transactions, observed));
        Operation<String> outer = Operation.named("outer", ResultCodec.text());
        Operation<String> inner = Operation.named("inner", ResultCodec.text());
        for (int i = 0; i < 2; i++) {
            engine.run(outer, Call.of("alice", "secret-key", "payload"), attempt -> {
                engine.run(inner, Call.of("alice", "secret-key", "payload"), within -> "inside");
                return "done";
            });
        }
        assertThatThrownBy(() -> engine.run(outer, Call.of("alice", "other", "payload"), attempt -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(ended)
                .extracting(Observation.Context::getContextualName)
                .containsExactly("inner", "outer", "outer", "outer");
        assertThat(ended)
                .extracting(ObservedCallsTest::decision)
                .containsExactly("first", "first", "replayed", "failed");
        assertThat(ended.get(3).getError()).hasMessage("no");
        assertThat(ended.toString()).doesNotContain("secret-key").doesNotContain("alice");
    }

    private static ApplicationContextRunner runner(BusinessDatabase database) {
        return App.runner(database).withConfiguration(AutoConfigurations.of(OnlyOnceActuatorAutoConfiguration.class));
    }

    @Test
    @DisplayName("the starter observes with the application's registry, and does without one")
    void wired() {
        listen();
        try (BusinessDatabase database = BusinessDatabase.h2()) {
            runner(database).run(context -> assertThat(context).hasNotFailed());
            runner(database).withBean(ObservationRegistry.class, () -> registry).run(context -> {
                OnlyOnce onlyOnce = context.getBean(OnlyOnce.class);
                Operation<String> operation = Operation.named("wired", ResultCodec.text());
                onlyOnce.run(operation, Call.of("alice", "k", "payload"), attempt -> "done");
                assertThat(ended).extracting(ObservedCallsTest::decision).containsExactly("first");
            });
        }
    }
}
