package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.InboxWorker.Terms;
import io.onlyonce.inbox.Kept;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.saga.Completer;
import io.onlyonce.saga.Participant;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.SagaRun;
import io.onlyonce.saga.SagaWork;
import io.onlyonce.saga.Sagas;
import io.onlyonce.testkit.Tripwire;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Two banks with a transfer between them, the words that the saga suite's cases are written in, and the check that each of them ends with: no money is lost or made, and a
 * transfer has its whole effect or none. A store's test gives what is abstract.
 */
public abstract class SagaFixture {
    static final Duration LEASE = Duration.ofMinutes(1);
    static final long BEFORE = 100;
    static final long AMOUNT = 30;
    static final String RECEIPT = "transferred";

    /** A transfer has more moments than this at which it can be killed. */
    static final int FEWEST_STEPS = 20;

    static final Terms TERMS = new Terms(3, LEASE, LEASE, 100);

    final Tripwire wire = new Tripwire();
    private String scope = "";
    private final List<Transfer> transfers = new ArrayList<>();
    private Duration ahead = Duration.ZERO;

    @BeforeEach
    final void newScope() {
        scope = "saga-" + UUID.randomUUID();
        transfers.clear();
        ahead = Duration.ZERO;
        wire.set(0);
    }

    /** Keeps the records of the sagas themselves, in the database that {@link #inbox} is in. */
    protected abstract LeasedRecordStore store();

    protected abstract InboxStore inbox();

    /** The transactions of the inbox. */
    protected abstract TransactionRunner home();

    /** One of two databases; the first may be the home of the sagas. */
    protected abstract Bank bank(int number);

    /** Lets so much time pass that each lease is over and each entry is due. */
    protected abstract void later();

    /** Of how many pairs of moments one is tried, where two kills follow one another; 1 = all. */
    protected int stride() {
        return 1;
    }

    /** What is asked for: from an account of the first bank to one of the second. */
    record Transfer(String from, String to, long amount) {
        private static final ResultCodec<Transfer> CODEC = new ResultCodec<>() {
            @Override
            public byte[] encode(Transfer transfer) {
                return (transfer.from + " " + transfer.to + " " + transfer.amount).getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public Transfer decode(byte[] stored) {
                String[] parts = new String(stored, StandardCharsets.UTF_8).split(" ", 3);
                return new Transfer(parts[0], parts[1], Long.parseLong(parts[2]));
            }
        };

        /** The receiver's name says whether it takes anything. */
        boolean refused() {
            return to.startsWith("closed");
        }
    }

    /** The receiver's account takes nothing. */
    static final class ClosedException extends Exception {
        private static final long serialVersionUID = 1L;

        ClosedException(@Nullable String message) {
            super(message);
        }
    }

    static final Operation<String> OPERATION = Operation.named("transfer", ResultCodec.text())
            .patience(Duration.ofSeconds(30))
            .guarantee(Leased.<String>of(LEASE).whenAbandoned(new WhenAbandoned.Rerun<>()))
            .remembering(new Refusal<>("closed", ClosedException.class, ClosedException::new));

    /** A process; each call gives another one. */
    final Node node() {
        return new Node(wire);
    }

    /** What a process has. */
    final class Node {
        private final List<Participant> banks = new ArrayList<>();
        private final Sagas sagas;
        private final Saga<Transfer, String> transfer;
        private final Completer completer;

        Node(Tripwire wire) {
            for (int number = 0; number < 2; number++) {
                TransactionRunner transactions = bank(number).transactions();
                OnlyOnce onlyOnce = OnlyOnce.transactional(bank(number).records(), transactions, wire);
                banks.add(new Participant("bank " + number, onlyOnce, transactions));
            }
            InstantSource clock = () -> InstantSource.system().instant().plus(ahead);
            sagas = new Sagas(OnlyOnce.leased(store(), wire), wire.around(inbox()), wire.around(home()), clock);
            transfer = Saga.of(OPERATION, Transfer.CODEC, work());
            completer = new Completer(sagas, TERMS, transfer);
        }

        /** Debit, credit, and a last word of the receiver's bank, which may refuse. */
        private SagaWork<Transfer, String> work() {
            return (transfer, run) -> {
                run.step(
                        "debit",
                        banks.get(0),
                        ResultCodec.text(),
                        attempt -> add(0, transfer.from(), -transfer.amount()),
                        (done, attempt) -> add(0, transfer.from(), transfer.amount()));
                run.step(
                        "credit",
                        banks.get(1),
                        ResultCodec.text(),
                        attempt -> add(1, transfer.to(), transfer.amount()),
                        (done, attempt) -> add(1, transfer.to(), -transfer.amount()));
                return run.step("confirm", banks.get(1), ResultCodec.text(), attempt -> confirmed(transfer));
            };
        }

        Outcome<String> run(String key, Transfer asked) throws Exception {
            return run(transfer, key, asked);
        }

        Outcome<String> run(Saga<Transfer, String> saga, String key, Transfer asked) throws Exception {
            return sagas.run(saga, call(key, asked), asked);
        }

        Saga<Transfer, String> transfer() {
            return transfer;
        }

        Sagas sagas() {
            return sagas;
        }

        List<Participant> banks() {
            return banks;
        }

        Completer completer() {
            return completer;
        }
    }

    private String add(int bank, String account, long amount) throws Exception {
        wire.step();
        bank(bank).add(account, amount);
        wire.step();
        return "booked";
    }

    private static String confirmed(Transfer transfer) throws ClosedException {
        if (transfer.refused()) {
            throw new ClosedException(transfer.to());
        }
        return RECEIPT;
    }

    final Call call(String key, Transfer asked) {
        return new Call(Scope.of(scope), new IdempotencyKey(key), Fingerprint.of(asked.toString()));
    }

    final RecordKey keyOf(String key) {
        return RecordKey.of(Scope.of(scope), OPERATION.name(), new IdempotencyKey(key));
    }

    /** A transfer between two new accounts. */
    final Transfer between(String receiver) {
        String from = "from-" + UUID.randomUUID();
        String to = receiver + "-" + UUID.randomUUID();
        bank(0).open(from, BEFORE);
        bank(1).open(to, BEFORE);
        Transfer transfer = new Transfer(from, to, AMOUNT);
        transfers.add(transfer);
        return transfer;
    }

    /** Lets the sagas' own clock go on. */
    final void setOn(Duration by) {
        ahead = ahead.plus(by);
    }

    final List<Kept> unfinished(Node node) {
        return inHome(() -> inbox().waiting(node.transfer().source(), 1000));
    }

    interface Step<R> {
        R take() throws Exception;
    }

    final <R> R inHome(Step<R> step) {
        try {
            return home().run(() -> Ended.commit(step.take()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Debits, then fails so often, then credits. */
    Saga<Transfer, String> failing(Node node, AtomicInteger failures) {
        Participant to = node.banks().get(1);
        return Saga.of(OPERATION, node.transfer().input(), (transfer, run) -> {
            debit(node, run, transfer);
            return run.step("credit", to, ResultCodec.text(), attempt -> {
                if (failures.getAndDecrement() > 0) {
                    throw new IOException("no answer");
                }
                bank(1).add(transfer.to(), transfer.amount());
                return RECEIPT;
            });
        });
    }

    void debit(Node node, SagaRun run, Transfer asked) throws Exception {
        run.step(
                "debit",
                node.banks().get(0),
                ResultCodec.text(),
                attempt -> {
                    bank(0).add(asked.from(), -asked.amount());
                    return "booked";
                },
                (done, attempt) -> bank(0).add(asked.from(), asked.amount()));
    }

    /** Lets completers come by until nothing of this node is unfinished. */
    final void complete(Node node) throws Exception {
        for (int round = 0; !unfinished(node).isEmpty(); round++) {
            assertThat(round).as("rounds of a completer").isLessThan(10);
            later();
            node.completer().runOnce();
        }
    }

    final void assertMoved(Transfer transfer, long amount) {
        assertThat(bank(0).balance(transfer.from())).as("%s", transfer).isEqualTo(BEFORE - amount);
        assertThat(bank(1).balance(transfer.to())).as("%s", transfer).isEqualTo(BEFORE + amount);
    }

    /** It has its whole effect or none. */
    final void assertWhole(Transfer transfer) {
        long moved = BEFORE - bank(0).balance(transfer.from());
        assertThat(bank(1).balance(transfer.to()) - BEFORE).as("%s", transfer).isEqualTo(moved);
        assertThat(moved).as("%s", transfer).isIn(0L, AMOUNT);
        assertThat(moved == AMOUNT && transfer.refused()).as("%s", transfer).isFalse();
    }

    @AfterEach
    final void standingChecks() {
        assertThat(transfers)
                .as("S3 no money is lost or made, and nothing is half done")
                .allSatisfy(this::assertWhole);
    }
}
