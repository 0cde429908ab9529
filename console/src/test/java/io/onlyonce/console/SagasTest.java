package io.onlyonce.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.inbox.InboxWorker.Terms;
import io.onlyonce.inbox.Kept;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.saga.Completer;
import io.onlyonce.saga.GivenUpException;
import io.onlyonce.saga.Participant;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.Sagas;
import io.onlyonce.spring.desk.Deeds;
import io.onlyonce.spring.desk.SagaDesk;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("Sagas on the console")
class SagasTest {
    private static final Orders orders = new Orders();

    private static ConsoleApp app;

    private final String key = UUID.randomUUID().toString();
    private final Call call = Call.of("alice", key, "book");
    private final String record =
            new RecordKey(call.scope().text(), "order", key).id().toUuid().toString();

    /** A saga of two steps, the second of which fails as long as it is told to. */
    static final class Orders {
        private final MemoryTransactions home = new MemoryTransactions();
        private final MemoryInbox inbox = new MemoryInbox(home);
        private final Sagas sagas = new Sagas(OnlyOnce.leased(new MemoryLeasedRecordStore(), Probe.NONE), inbox, home);
        private final Participant here =
                new Participant("here", OnlyOnce.transactional(new MemoryRecordStore(home), home), home);
        private final List<String> effects = new ArrayList<>();
        private boolean broken;
        private boolean stuck;

        private final Saga<String, String> order = Saga.of(
                Operation.named("order", ResultCodec.text())
                        .guarantee(Leased.<String>of(Duration.ofMinutes(1)).whenAbandoned(new WhenAbandoned.Rerun<>())),
                ResultCodec.text(),
                (item, run) -> {
                    run.step("reserve", here, ResultCodec.text(), attempt -> effect("reserved"), (done, attempt) -> {
                        if (stuck) {
                            throw new IOException("<b>no way back</b>");
                        }
                        effect("taken back");
                    });
                    return run.step("ship", here, ResultCodec.text(), attempt -> {
                        if (broken) {
                            throw new IOException("<b>no carrier</b>");
                        }
                        return effect("shipped");
                    });
                });

        private final Completer completer = new Completer(sagas, Terms.STANDARD, order);

        private String effect(String effect) {
            effects.add(effect);
            return effect;
        }

        private Kept kept() {
            return inbox.waiting(order.source(), 1).get(0);
        }

        private void putAside() throws Exception {
            home.run(() -> Ended.commit(inbox.park(kept(), "java.io.IOException: <b>no carrier</b>")));
        }

        /** As a process leaves it that dies behind its last commit but one. */
        private void finishedButNotForgotten(Callable<?> run) throws Exception {
            Kept kept = home.run(() -> Ended.rollBack(kept()));
            run.call();
            home.run(() -> Ended.commit(inbox.put(kept.entry(), Duration.ZERO)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Ordering {
        @Bean
        SagaDesk sagas() {
            return new SagaDesk(orders.completer, new Deeds(null));
        }
    }

    @BeforeAll
    static void open() {
        app = ConsoleApp.with(List.of(ConsoleApp.Login.class, Ordering.class), true, "onlyonce.console.enabled=true");
    }

    @AfterAll
    static void close() {
        app.close();
    }

    @BeforeEach
    void stuckOrder() {
        orders.effects.clear();
        orders.broken = true;
        assertThatThrownBy(this::order).isInstanceOf(IOException.class);
    }

    /** So that none is left to the next test. */
    @AfterEach
    void end() throws Exception {
        orders.broken = false;
        orders.stuck = false;
        orders.completer.giveUp("order", new RecordKey(call.scope().text(), "order", key).id());
        assertThat(orders.completer.unfinished(10)).isEmpty();
    }

    private Outcome<String> order() throws Exception {
        return orders.sagas.run(orders.order, call, "book");
    }

    private static String page(Map<String, String> who, String path) throws Exception {
        return new Client(app.address(), who).get(path).body();
    }

    private HttpResponse<String> say(String saga, String verdict) throws Exception {
        Client admin = new Client(app.address(), Client.ADMIN);
        HttpResponse<String> form = admin.get("/onlyonce/search");
        return admin.post(
                "/onlyonce/sagas/" + record + "/" + verdict,
                Client.cookie(form),
                Map.of("saga", saga, "form-token", Client.token(form)));
    }

    @Test
    @DisplayName(
            "What is unfinished is listed with its cause; only those who may act get the buttons, and only what was put aside can be taken back")
    void listed() throws Exception {
        assertThat(page(Client.ADMIN, "/onlyonce/sagas"))
                .contains("under way", record, "/" + record + "/give-up?saga=order")
                .doesNotContain("/revive", key, "alice");
        assertThat(page(Client.READER, "/onlyonce")).contains("Sagas put aside", "<a href=\"/onlyonce/sagas\">0</a>");
        orders.putAside();
        assertThat(page(Client.ADMIN, "/onlyonce/sagas"))
                .contains("put aside", "/" + record + "/revive?saga=order", "&lt;b&gt;no carrier&lt;/b&gt;");
        assertThat(page(Client.READER, "/onlyonce/sagas"))
                .contains(record, "You may look")
                .doesNotContain("/revive", "/give-up");
        assertThat(page(Client.READER, "/onlyonce")).contains("<a href=\"/onlyonce/sagas\">1</a>");
        assertThat(new Client(app.address(), Client.READER)
                        .get("/onlyonce/sagas/" + record + "/revive?saga=order")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    @DisplayName("Taken back, after a question in between, it is gone on with")
    void revived() throws Exception {
        orders.putAside();
        assertThat(page(Client.ADMIN, "/onlyonce/sagas/" + record + "/revive?saga=order"))
                .contains("Take it back", "what was done is not done again", "&lt;b&gt;no carrier&lt;/b&gt;");
        HttpResponse<String> done = say("order", "revive");
        assertThat(done.statusCode()).isEqualTo(200);
        assertThat(done.body()).contains("order is gone on with.", "/onlyonce/records/" + record);
        orders.broken = false;
        assertThat(orders.completer.runOnce()).isEqualTo(1);
        assertThat(order()).isEqualTo(new Outcome.Replayed<>("shipped"));
        assertThat(orders.effects).containsExactly("reserved", "shipped");
        assertThat(say("order", "revive").statusCode()).isEqualTo(409);
    }

    @Test
    @DisplayName("Given up, after a question in between, it is undone")
    void givenUp() throws Exception {
        assertThat(page(Client.ADMIN, "/onlyonce/sagas/" + record + "/give-up?saga=order"))
                .contains("Give it up", "the last step first");
        assertThat(say("order", "give-up").body()).contains("order is given up, and what it had done is undone.");
        assertThatThrownBy(() -> order().orElseThrow()).isInstanceOf(GivenUpException.class);
        assertThat(orders.effects).containsExactly("reserved", "taken back");
        HttpResponse<String> again = say("order", "give-up");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("is not among the unfinished sagas");
    }

    @Test
    @DisplayName("Given up when only its end was missing, it ends as it would have")
    void ended() throws Exception {
        orders.broken = false;
        orders.finishedButNotForgotten(this::order);
        assertThat(say("order", "give-up").body()).contains("order needed no giving up");
        assertThat(orders.effects).containsExactly("reserved", "shipped");
    }

    @Test
    @DisplayName("An undoing that fails is told of, and a saga that is not there")
    void trouble() throws Exception {
        orders.stuck = true;
        HttpResponse<String> stuck = say("order", "give-up");
        assertThat(stuck.statusCode()).isEqualTo(503);
        assertThat(stuck.body()).contains("&lt;b&gt;no way back&lt;/b&gt;", "Remove the cause and try again");
        HttpResponse<String> unknown = say("refund", "give-up");
        assertThat(unknown.statusCode()).isEqualTo(409);
        assertThat(unknown.body()).contains("refund " + record + " is not among the unfinished sagas");
        assertThat(page(Client.ADMIN, "/onlyonce/sagas/" + record + "/revive?saga=order"))
                .contains("was not put aside");
    }
}
