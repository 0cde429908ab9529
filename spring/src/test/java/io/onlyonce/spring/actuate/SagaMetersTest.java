package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.saga.Saga;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SagaMetersTest {
    static final Saga<String, String> SAGA = Saga.of(
            Operation.named("transfer", ResultCodec.text())
                    .guarantee(Leased.<String>of(Duration.ofSeconds(30)).whenAbandoned(new WhenAbandoned.Rerun<>())),
            ResultCodec.text(),
            (input, run) -> input);

    private final MemoryTransactions home = new MemoryTransactions();
    private final MemoryInbox inbox = new MemoryInbox(home);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double gauge(String state) {
        return registry.get("onlyonce.sagas")
                .tag("saga", "transfer")
                .tag("state", state)
                .gauge()
                .value();
    }

    @Test
    @DisplayName("unfinished sagas are counted, those that were put aside by themselves, and none of others")
    void counted() throws Exception {
        home.run(() -> {
            for (String id : List.of("one", "two", "three")) {
                inbox.put(new InboxEntry(SAGA.source(), id, id, new byte[0]), Duration.ZERO);
            }
            inbox.put(new InboxEntry("saga/other", "one", "one", new byte[0]), Duration.ZERO);
            inbox.park(inbox.find(SAGA.source(), "two").orElseThrow(), "no way");
            return Ended.commit("put");
        });
        new SagaMeters(List.of(SAGA), inbox, home).bindTo(registry);
        assertThat(gauge("running")).isEqualTo(2);
        assertThat(gauge("parked")).isEqualTo(1);
    }
}
