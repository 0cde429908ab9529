package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.error.MisuseException;
import io.onlyonce.saga.Participant;
import io.onlyonce.saga.Saga;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The part of the contract of {@link io.onlyonce.saga.Sagas} about how sagas are declared and called, and what is refused; {@link SagaContract} has the rest. */
public abstract class SagaUseContract extends SagaFixture {
    @Test
    @DisplayName("what is older than the records of its steps is not gone on with; a person settles it")
    void tooOld() throws Exception {
        Node node = node();
        Transfer transfer = between("open");
        Saga<Transfer, String> failing = failing(node, new AtomicInteger(1));
        assertThatThrownBy(() -> node.run(failing, "k", transfer)).isInstanceOf(IOException.class);
        later();
        setOn(failing.horizon().plusDays(1));
        assertThatThrownBy(() -> node.run(failing, "k", transfer))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("begun at");
        setOn(failing.horizon().plusDays(1).negated());
        later();
        assertThat(node.run(failing, "k", transfer).orElseThrow()).isEqualTo(RECEIPT);
    }

    @Test
    @DisplayName("neither a saga nor a step is taken inside a transaction, and no step twice; nothing is done then")
    void misuse() throws Exception {
        Node node = node();
        Transfer transfer = between("open");
        assertThatThrownBy(() -> home().run(() -> Ended.commit(node.run("k", transfer))))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("inside a transaction");
        Participant to = node.banks().get(1);
        Saga<Transfer, String> inside = Saga.of(
                OPERATION,
                node.transfer().input(),
                (asked, run) -> to.transactions()
                        .run(() -> Ended.commit(run.step("credit", to, ResultCodec.text(), attempt -> "never"))));
        assertThatThrownBy(() -> node.run(inside, "k", transfer))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("bank 1");
        later();
        Saga<Transfer, String> twice = Saga.of(OPERATION, node.transfer().input(), (asked, run) -> {
            run.step("confirm", to, ResultCodec.text(), attempt -> "first");
            return run.step("confirm", to, ResultCodec.text(), attempt -> "never");
        });
        assertThatThrownBy(() -> node.run(twice, "k", transfer))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("confirm");
        inHome(() -> unfinished(node).stream().map(inbox()::done).toList());
    }

    @Test
    @DisplayName("a saga that nobody could go on with is refused when it is made")
    void declarations() {
        Leased<String> rerun = Leased.<String>of(LEASE).whenAbandoned(new WhenAbandoned.Rerun<>());
        Operation<String> plain = Operation.named("transfer", ResultCodec.text());
        assertRefused(plain, "whenAbandoned");
        assertRefused(plain.guarantee(Leased.of(LEASE)), "whenAbandoned");
        assertRefused(Operation.named("a transfer", ResultCodec.text()).guarantee(rerun), "without blanks");
        assertRefused(Operation.named("t".repeat(60), ResultCodec.text()).guarantee(rerun), "1 to 59");
        assertRefused(
                plain.guarantee(rerun).remembering(new Refusal<>("any", RuntimeException.class, RuntimeException::new)),
                "half undone");
        assertRefused(plain.guarantee(rerun).retention(Operation.MAX_RETENTION), "unfinished");
    }

    private static void assertRefused(Operation<String> operation, String rule) {
        assertThatThrownBy(() -> Saga.of(operation, ResultCodec.text(), (input, run) -> input))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(rule);
    }
}
