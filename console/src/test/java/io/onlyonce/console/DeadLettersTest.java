package io.onlyonce.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.OnlyOnce;
import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditQuery;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.console.DeadLetterPages.Total;
import io.onlyonce.memory.MemoryAudit;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.desk.DeadLetterDesk.Count;
import io.onlyonce.spring.desk.Deeds;
import io.onlyonce.spring.messaging.BrokerDeadLetters;
import io.onlyonce.spring.messaging.ListenerConsumers;
import io.onlyonce.spring.messaging.Redrives;
import io.onlyonce.spring.messaging.Redrives.Reading;
import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("Dead letters on the console")
class DeadLettersTest {
    private static final MemoryAudit written = new MemoryAudit();
    private static final AuditTrail trail = new AuditTrail(written, InstantSource.system(), 100);

    private static ConsoleApp app;

    /** A listener as the application has it. */
    static final class Listener {
        @Idempotent(operation = "award-points", key = "#message")
        public void receive(String message) {
            assertThat(message).isNotNull();
        }
    }

    /** Sends three back from one queue, and breaks at the other. */
    static final class FakeBroker implements BrokerDeadLetters {
        @Override
        public String broker() {
            return "rabbitmq";
        }

        @Override
        public Map<String, Set<String>> sources() {
            return Map.of("award-points", Set.of("paid-orders", "broken"));
        }

        @Override
        public DeadLetters of(String source) {
            return new Letters(source);
        }
    }

    private record Letters(String source) implements DeadLetters {
        @Override
        public int sendBack(int limit, Before before) {
            return (int) count();
        }

        @Override
        public long count() {
            if (source.equals("broken")) {
                throw new IllegalStateException("The broker is away.");
            }
            return 3;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(OnlyOnceProperties.class)
    static class Messages {
        @Bean
        DeadLetterDesk letters(OnlyOnceProperties properties, BeanFactory beans) throws NoSuchMethodException {
            MemoryTransactions transactions = new MemoryTransactions();
            MemoryRecordStore records = new MemoryRecordStore(transactions);
            ListenerConsumers consumers = new ListenerConsumers(
                    new Stores(
                            OnlyOnce.transactional(records, transactions), transactions, new MemoryInbox(transactions)),
                    properties.messaging(),
                    new OperationSettings(properties, beans),
                    List.of());
            Method method = Listener.class.getMethod("receive", String.class);
            consumers.of(Listener.class, method, method.getAnnotation(Idempotent.class));
            return new DeadLetterDesk(new Redrives(consumers, records, List.of(new FakeBroker())), new Deeds(trail));
        }
    }

    @BeforeAll
    static void open() {
        app = ConsoleApp.with(List.of(ConsoleApp.Login.class, Messages.class), true, "onlyonce.console.enabled=true");
    }

    @AfterAll
    static void close() {
        app.close();
        trail.close();
    }

    /** The entry of the audit table, as soon as it is written. */
    private static AuditEntry written(String source) {
        AuditQuery all = AuditQuery.between(Instant.EPOCH, Instant.parse("2200-01-01T00:00:00Z"), 10)
                .ofNumber(source);
        while (written.find(all).isEmpty()) {
            Thread.onSpinWait();
        }
        return written.find(all).get(0);
    }

    private static HttpResponse<String> redrive(String consumer, String source) throws Exception {
        Client admin = new Client(app.address(), Client.ADMIN);
        HttpResponse<String> page = admin.get("/onlyonce/dead-letters");
        Map<String, String> fields = new HashMap<>(Map.of("consumer", consumer, "source", source));
        fields.put("form-token", Client.token(page));
        return admin.post("/onlyonce/dead-letters", Client.cookie(page), fields);
    }

    @Test
    @DisplayName(
            "Each consumer's queue has its number and a button, for those who may act; the total is told, and what is not known")
    void numbers() throws Exception {
        assertThat(new Client(app.address(), Client.ADMIN)
                        .get("/onlyonce/dead-letters")
                        .body())
                .contains("award-points", "paid-orders", "Send dead letters of paid-orders back to award-points")
                .contains(">3</a>", ">3</td>", ">not known</td>", "at least: not every broker has answered");
        assertThat(new Client(app.address(), Client.READER)
                        .get("/onlyonce/dead-letters")
                        .body())
                .contains("paid-orders", ">3</td>")
                .doesNotContain("Send dead letters of");
        assertThat(new Client(app.address(), Client.READER).get("/onlyonce").body())
                .contains("hx-get=\"/onlyonce/dead-letters\"", "aria-label=\"Count the dead letters\"");
    }

    @Test
    @DisplayName("Two consumers that read the same add to the total once")
    void readTwice() {
        Reading one = new Reading("a", "kafka", "paid");
        Reading other = new Reading("b", "kafka", "paid");
        Reading elsewhere = new Reading("b", "rabbitmq", "paid");
        assertThat(Total.of(List.of(new Count(one, 3L), new Count(other, 3L), new Count(elsewhere, 4L))))
                .isEqualTo(new Total(7L, true));
        assertThat(Total.of(List.of(new Count(one, null)))).isEqualTo(new Total(null, false));
        assertThat(Total.of(List.of())).isEqualTo(new Total(0L, true));
    }

    @Test
    @DisplayName("The button sends them back and says how many; the audit table says who pressed it")
    void sent() throws Exception {
        HttpResponse<String> answer = redrive("award-points", "paid-orders");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("3 dead letters were sent back to award-points.");
        AuditEntry entry = written("paid-orders");
        assertThat(entry.event()).isEqualTo("redriven_by_hand");
        assertThat(entry.operation()).isEqualTo("award-points");
        assertThat(entry.actor()).isEqualTo("ada");
        assertThat(entry.summary().code()).isEqualTo("3");
    }

    @Test
    @DisplayName("A broker that is away, and a consumer that is not there, are told of")
    void trouble() throws Exception {
        HttpResponse<String> away = redrive("award-points", "broken");
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.body()).contains("ended early", "The broker is away.");
        assertThat(written("broken").summary().code()).isEqualTo("ended early");
        HttpResponse<String> unknown = redrive("nobody", "paid-orders");
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("No consumer “nobody” reads from “paid-orders”");
    }
}
