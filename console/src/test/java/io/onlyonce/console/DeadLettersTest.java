package io.onlyonce.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.OnlyOnce;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.messaging.BrokerDeadLetters;
import io.onlyonce.spring.messaging.ListenerConsumers;
import io.onlyonce.spring.messaging.Redrives;
import java.lang.reflect.Method;
import java.net.http.HttpResponse;
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
            return (limit, before) -> {
                if (source.equals("broken")) {
                    throw new IllegalStateException("The broker is away.");
                }
                return 3;
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(OnlyOnceProperties.class)
    static class Messages {
        @Bean
        Redrives redrives(OnlyOnceProperties properties, BeanFactory beans) throws NoSuchMethodException {
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
            return new Redrives(consumers, records, List.of(new FakeBroker()));
        }
    }

    @BeforeAll
    static void open() {
        app = ConsoleApp.with(List.of(ConsoleApp.Login.class, Messages.class), true, "onlyonce.console.enabled=true");
    }

    @AfterAll
    static void close() {
        app.close();
    }

    private static HttpResponse<String> redrive(String consumer, String source) throws Exception {
        Client admin = new Client(app.address(), Client.ADMIN);
        HttpResponse<String> page = admin.get("/onlyonce");
        Map<String, String> fields = new HashMap<>(Map.of("consumer", consumer, "source", source));
        fields.put("form-token", Client.token(page));
        return admin.post("/onlyonce/dead-letters", Client.cookie(page), fields);
    }

    @Test
    @DisplayName("Each consumer's queue has a button, for those who may act")
    void buttons() throws Exception {
        assertThat(new Client(app.address(), Client.ADMIN).get("/onlyonce").body())
                .contains("award-points", "paid-orders", "Send dead letters back to award-points");
        assertThat(new Client(app.address(), Client.READER).get("/onlyonce").body())
                .contains("paid-orders")
                .doesNotContain("Send dead letters back");
    }

    @Test
    @DisplayName("The button sends them back and says how many")
    void sent() throws Exception {
        HttpResponse<String> answer = redrive("award-points", "paid-orders");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("3 dead letters were sent back to award-points.");
    }

    @Test
    @DisplayName("A broker that is away, and a consumer that is not there, are told of")
    void trouble() throws Exception {
        HttpResponse<String> away = redrive("award-points", "broken");
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.body()).contains("ended early", "The broker is away.");
        HttpResponse<String> unknown = redrive("nobody", "paid-orders");
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("No consumer “nobody” reads from “paid-orders”");
    }
}
