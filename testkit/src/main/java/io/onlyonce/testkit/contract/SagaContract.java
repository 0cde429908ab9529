package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.saga.Completer;
import io.onlyonce.saga.GivenUpException;
import io.onlyonce.saga.Participant;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.UndoFailedException;
import io.onlyonce.saga.UnfinishedSaga;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.Tripwire.Killed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of {@link io.onlyonce.saga.Sagas} over stores in two databases. A store's test gives what {@link SagaFixture} asks for. */
public abstract class SagaContract extends SagaUseContract {
    private static final int HERD = 8;
    private static final int ROUNDS = 50;

    @Test
    @DisplayName("all steps once, the answer to all who ask, nothing left in the inbox")
    void succeeds() throws Exception {
        Node node = node();
        Transfer transfer = between("open");
        assertThat(node.run("k", transfer)).isEqualTo(new Outcome.Executed<>(RECEIPT));
        assertThat(node().run("k", transfer)).isEqualTo(new Outcome.Replayed<>(RECEIPT));
        assertMoved(transfer, AMOUNT);
        assertThat(unfinished(node)).isEmpty();
    }

    @Test
    @DisplayName("a refusal undoes what was done before it, once, and each retry is refused in the same words")
    void refused() throws Exception {
        Node node = node();
        Transfer transfer = between("closed");
        for (int call = 0; call < 3; call++) {
            assertThatThrownBy(() -> node().run("k", transfer).orElseThrow())
                    .isInstanceOf(ClosedException.class)
                    .hasMessage(transfer.to());
        }
        assertMoved(transfer, 0);
        assertThat(unfinished(node)).isEmpty();
    }

    @Test
    @DisplayName(
            "B-21 a kill between any two statements of a transfer: a completer ends what was begun, and a retry gets the answer")
    void killedAnywhere() throws Exception {
        killedAnywhere("open");
    }

    @Test
    @DisplayName("B-21 a kill between any two statements of a refused transfer and its undoing: the same")
    void killedWhileUndone() throws Exception {
        killedAnywhere("closed");
    }

    private void killedAnywhere(String receiver) throws Exception {
        for (int step = 1; ; step++) {
            Transfer transfer = between(receiver);
            String key = receiver + "-" + step;
            boolean killed = killed(step, () -> node().run(key, transfer));
            complete(node());
            assertWhole(transfer);
            assertEnded(key, transfer);
            if (!killed) {
                assertThat(step).as("places to be killed at").isGreaterThan(FEWEST_STEPS);
                return;
            }
        }
    }

    @Test
    @DisplayName("B-21 a second kill, of the completer, between any two of its statements: the next one ends it")
    void killedTwice() throws Exception {
        AtomicInteger pair = new AtomicInteger();
        for (String receiver : List.of("open", "closed")) {
            boolean killed = true;
            for (int first = 1; killed; first++) {
                killed = killedTwice(receiver, first, pair);
            }
        }
    }

    private boolean killedTwice(String receiver, int first, AtomicInteger pair) throws Exception {
        for (int second = 1; ; second++) {
            if (pair.getAndIncrement() % stride() != 0) {
                continue;
            }
            Transfer transfer = between(receiver);
            String key = receiver + "-" + first + "-" + second;
            boolean killed = killed(first, () -> node().run(key, transfer));
            later();
            boolean again = killed(second, () -> node().completer().runOnce());
            complete(node());
            assertWhole(transfer);
            assertEnded(key, transfer);
            if (!again) {
                return killed;
            }
        }
    }

    private boolean killed(int step, Step<?> run) throws Exception {
        wire.set(step);
        try {
            run.take();
        } catch (Killed | ClosedException e) {
            // what the caller is told is not told to anybody then
        }
        boolean killed = wire.hasKilled();
        wire.set(0);
        return killed;
    }

    private void assertEnded(String key, Transfer transfer) throws Exception {
        later(); // a claim that was lost before there was anything to go on with
        Outcome<String> outcome = node().run(key, transfer);
        if (transfer.refused()) {
            assertThat(outcome).isInstanceOf(Outcome.Refused.class);
            assertMoved(transfer, 0);
        } else {
            assertThat(outcome.orElseThrow()).isEqualTo(RECEIPT);
            assertMoved(transfer, AMOUNT);
        }
        assertThat(unfinished(node())).isEmpty();
    }

    @Test
    @DisplayName("B-10 duplicates in four processes and completers among them: one effect, one answer, 50 rounds")
    void herd() throws Exception {
        List<Node> nodes = Stream.generate(this::node).limit(4).toList();
        for (int round = 0; round < ROUNDS; round++) {
            String key = "herd-" + round;
            Transfer transfer = between(round % 2 == 0 ? "open" : "closed");
            List<Outcome<String>> outcomes = Herd.of(HERD).runAll(member -> {
                Node node = nodes.get(member % nodes.size());
                if (member == 0) {
                    node.completer().runOnce();
                }
                return node.run(key, transfer);
            });
            assertThat(outcomes)
                    .filteredOn(outcome -> outcome instanceof Outcome.Executed
                            || (outcome instanceof Outcome.Refused<?> refused && !refused.replayed()))
                    .as("round %d", round)
                    .hasSize(1);
            assertThat(outcomes).noneMatch(Outcome.InProgress.class::isInstance);
            assertMoved(transfer, transfer.refused() ? 0 : AMOUNT);
        }
        assertThat(unfinished(nodes.get(0))).isEmpty();
    }

    @Test
    @DisplayName(
            "four completers at once over what died at the same place: each saga ends once, none is left, 50 rounds")
    void completers() throws Exception {
        List<Node> nodes = Stream.generate(this::node).limit(4).toList();
        for (int round = 0; round < ROUNDS; round++) {
            List<Transfer> transfers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Transfer transfer = between(i == 0 ? "closed" : "open");
                transfers.add(transfer);
                String key = "dead-" + round + "-" + i;
                assertThat(killed(FEWEST_STEPS, () -> node().run(key, transfer)))
                        .isTrue();
            }
            later();
            Herd.of(nodes.size()).runAll(member -> nodes.get(member).completer().runOnce());
            complete(node());
            transfers.forEach(transfer -> assertMoved(transfer, transfer.refused() ? 0 : AMOUNT));
        }
    }

    @Test
    @DisplayName(
            "what fails is tried again later, then put aside with its cause; what is taken back goes on where it stood")
    void parked() throws Exception {
        Node node = node();
        Transfer transfer = between("open");
        AtomicInteger failures = new AtomicInteger(TERMS.maxTries() + 1);
        Saga<Transfer, String> failing = failing(node, failures);
        Completer completer = new Completer(node.sagas(), TERMS, failing);
        assertThatThrownBy(() -> node.run(failing, "k", transfer)).isInstanceOf(IOException.class);
        for (int tries = 1; tries <= TERMS.maxTries(); tries++) {
            later();
            assertThat(completer.runOnce()).isEqualTo(1);
        }
        later();
        assertThat(completer.runOnce()).as("nothing is due").isZero();
        assertThat(unfinished(node)).isEmpty();
        UnfinishedSaga aside = completer.unfinished(10).get(0);
        assertThat(aside.record()).isEqualTo(keyOf("k").id());
        assertThat(aside.parked()).isTrue();
        assertThat(aside.tries()).isEqualTo(TERMS.maxTries());
        assertThat(aside.cause()).contains("no answer");
        assertThat(bank(0).balance(transfer.from()))
                .as("stands after its debit")
                .isEqualTo(BEFORE - AMOUNT);
        assertThat(completer.revive(aside.saga(), aside.record())).isTrue();
        assertThat(completer.revive(aside.saga(), aside.record()))
                .as("it is not put aside any more")
                .isFalse();
        assertThat(completer.unfinished(10)).singleElement().satisfies(back -> {
            assertThat(back.parked()).isFalse();
            assertThat(back.tries()).isZero();
        });
        assertThat(completer.runOnce()).isEqualTo(1);
        assertThat(node.run(failing, "k", transfer)).isEqualTo(new Outcome.Replayed<>(RECEIPT));
        assertMoved(transfer, AMOUNT);
        assertThat(completer.unfinished(10)).isEmpty();
        assertThatThrownBy(() -> completer.revive("another", aside.record()))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("another");
    }

    @Test
    @DisplayName("what is given up is undone, and remembered as that; what was not taken is not undone")
    void givenUp() throws Exception {
        Node node = node();
        Transfer transfer = between("open");
        Saga<Transfer, String> failing = failing(node, new AtomicInteger(Integer.MAX_VALUE));
        Completer completer = new Completer(node.sagas(), TERMS, failing);
        assertThatThrownBy(() -> node.run(failing, "k", transfer)).isInstanceOf(IOException.class);
        later();
        Optional<Outcome<?>> outcome =
                completer.giveUp(OPERATION.name(), keyOf("k").id());
        assertThat(outcome).containsInstanceOf(Outcome.Refused.class);
        assertMoved(transfer, 0);
        assertThat(completer.giveUp(OPERATION.name(), keyOf("k").id()))
                .as("it is over")
                .isEmpty();
        assertThatThrownBy(() -> node.run(failing, "k", transfer).orElseThrow())
                .isInstanceOf(GivenUpException.class)
                .hasMessageContaining("given up");
        assertThat(unfinished(node)).isEmpty();
    }

    @Test
    @DisplayName("given up before the first step: nothing is undone, and the step that comes late is refused")
    void emptyCompensation() throws Exception {
        Transfer transfer = between("open");
        int step = 1;
        while (unfinished(node()).isEmpty()) { // the first place behind the entry, before the first step
            String key = "k-" + step;
            int place = step;
            assertThat(killed(place, () -> node().run(key, transfer))).isTrue();
            step++;
        }
        String key = "k-" + (step - 1);
        later();
        assertThat(node().completer().giveUp(OPERATION.name(), keyOf(key).id()))
                .containsInstanceOf(Outcome.Refused.class);
        assertMoved(transfer, 0);
        assertThatThrownBy(() -> node().run(key, transfer).orElseThrow()).isInstanceOf(GivenUpException.class);
        assertMoved(transfer, 0);
    }

    @Test
    @DisplayName(
            "B-42 a runner that was paused before a step, while the saga was given up, comes too late: the step is refused")
    void lateStep() throws Exception {
        Node node = node();
        Transfer transfer = between("open");
        Participant to = node.banks().get(1);
        AtomicInteger runs = new AtomicInteger();
        Saga<Transfer, String> pausing = Saga.of(OPERATION, node.transfer().input(), (asked, run) -> {
            debit(node, run, asked);
            if (runs.incrementAndGet() == 1) { // for hours
                later();
                Completer completer = new Completer(node().sagas(), TERMS, node.transfer());
                assertThat(completer.giveUp(OPERATION.name(), keyOf("k").id()))
                        .containsInstanceOf(Outcome.Refused.class);
            }
            return run.step("credit", to, ResultCodec.text(), attempt -> {
                bank(1).add(asked.to(), asked.amount());
                return RECEIPT;
            });
        });
        assertThatThrownBy(() -> node.run(pausing, "k", transfer)).isInstanceOf(FenceLostException.class);
        assertMoved(transfer, 0);
    }

    @Test
    @DisplayName("an undoing that fails leaves the saga unfinished; it is tried again until it succeeds")
    void undoFails() throws Exception {
        Node node = node();
        Transfer transfer = between("closed");
        AtomicInteger failures = new AtomicInteger(2);
        Participant from = node.banks().get(0);
        Saga<Transfer, String> saga = Saga.of(OPERATION, node.transfer().input(), (asked, run) -> {
            run.step(
                    "debit",
                    from,
                    ResultCodec.text(),
                    attempt -> {
                        bank(0).add(asked.from(), -asked.amount());
                        return "booked";
                    },
                    (done, attempt) -> {
                        bank(0).add(asked.from(), asked.amount());
                        if (failures.getAndDecrement() > 0) {
                            throw new ClosedException("the undoing");
                        }
                    });
            throw new ClosedException(asked.to());
        });
        assertThatThrownBy(() -> node.run(saga, "k", transfer))
                .isInstanceOf(UndoFailedException.class)
                .hasMessageContaining("debit")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
        Completer completer = new Completer(node.sagas(), TERMS, saga);
        for (int run = 0; run < 2; run++) {
            later();
            completer.runOnce();
        }
        assertThat(failures).hasValue(-1);
        assertThat(unfinished(node)).isEmpty();
        assertThatThrownBy(() -> node.run(saga, "k", transfer).orElseThrow())
                .isInstanceOf(ClosedException.class)
                .hasMessage(transfer.to());
        assertMoved(transfer, 0);
    }

    @Test
    @DisplayName("a key reused for another transfer is refused, and the unfinished one still comes to its end")
    void keyReused() throws Exception {
        Transfer transfer = between("open");
        Transfer other = between("open");
        assertThat(killed(FEWEST_STEPS, () -> node().run("k", transfer))).isTrue();
        later();
        assertThat(node().run("k", other)).isInstanceOf(Outcome.KeyReused.class);
        complete(node());
        assertMoved(transfer, AMOUNT);
        assertMoved(other, 0);
    }
}
