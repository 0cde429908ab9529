package io.onlyonce.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.saga.Completer;
import io.onlyonce.saga.Participant;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.Sagas;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Sagas that are beans come to their end by themselves. */
class SagaScheduleTest {
    private static final Operation<String> ORDER = Operation.named("order", ResultCodec.text())
            .guarantee(Leased.<String>of(Duration.ofMillis(100)).whenAbandoned(new WhenAbandoned.Rerun<>()));

    @Configuration(proxyBeanMethods = false)
    static class Ordering {
        private final AtomicInteger failures = new AtomicInteger(1);

        @Bean
        Saga<String, String> order(Participant here, Effects effects) {
            return Saga.of(ORDER, ResultCodec.text(), (item, run) -> {
                String number = run.step("reserve", here, ResultCodec.text(), attempt -> {
                    effects.write("reserved " + item);
                    return "4711";
                });
                return run.step("ship", here, ResultCodec.text(), attempt -> {
                    effects.write("shipped " + item);
                    if (failures.getAndDecrement() > 0) {
                        throw new IOException("no answer");
                    }
                    return number;
                });
            });
        }
    }

    private static ApplicationContextRunner runner(BusinessDatabase database, Class<?>... beans) {
        return App.runner(database, beans)
                .withConfiguration(AutoConfigurations.of(OnlyOnceSagaAutoConfiguration.class));
    }

    @Test
    @DisplayName("a saga that failed in the middle is gone on with, and its thread ends with the context")
    void completed() {
        Set<Thread> before = threads(); // of other tests' applications
        Set<Thread> own = new HashSet<>();
        try (BusinessDatabase database = BusinessDatabase.postgres()) {
            runner(database, Ordering.class)
                    .withPropertyValues("onlyonce.sagas.complete-every=20ms")
                    .run(context -> {
                        Sagas sagas = context.getBean(Sagas.class);
                        Saga<String, String> order = order(context.getBean(Saga.class));
                        Call call = Call.of("alice", "key-1", "book");
                        assertThatThrownBy(() -> sagas.run(order, call, "book")).isInstanceOf(IOException.class);
                        await().until(() -> database.queryLong("SELECT COUNT(*) FROM onlyonce_inbox") == 0);
                        assertThat(sagas.run(order, call, "book")).isEqualTo(new Outcome.Replayed<>("4711"));
                        assertThat(database.effects("reserved book")).isEqualTo(1);
                        assertThat(database.effects("shipped book")).isEqualTo(1);
                        own.addAll(threads());
                        own.removeAll(before);
                        assertThat(own).hasSize(1);
                    });
            await("the end of a thread that has nothing more to do")
                    .until(() -> own.stream().noneMatch(Thread::isAlive));
        }
    }

    @SuppressWarnings("unchecked") // the only one
    private static Saga<String, String> order(Saga<?, ?> bean) {
        return (Saga<String, String>) bean;
    }

    @Test
    @DisplayName("without a saga nothing looks for unfinished ones")
    void none() {
        try (BusinessDatabase database = BusinessDatabase.postgres()) {
            runner(database).run(context -> {
                assertThat(context).hasSingleBean(Sagas.class);
                assertThat(context).doesNotHaveBean(Completer.class);
                assertThat(context).doesNotHaveBean(SagaSchedule.class);
            });
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("onlyonce-sagas"))
                .collect(Collectors.toSet());
    }
}
