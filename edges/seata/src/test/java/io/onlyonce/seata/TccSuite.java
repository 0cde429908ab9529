package io.onlyonce.seata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import io.onlyonce.seata.Ledger.InsufficientException;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.InjectedFault;
import io.onlyonce.testkit.Tripwire;
import io.onlyonce.testkit.Tripwire.Killed;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.seata.common.Constants;
import org.apache.seata.rm.tcc.api.BusinessActionContext;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a guarded resource promises, one call after the other: the four classic cases of TCC, and what people do wrong. */
abstract class TccSuite extends TccFixture {
    @Test
    @DisplayName("confirm twice: it takes effect once, and both are told that it is done")
    void confirmTwice() throws Exception {
        Branch branch = new Branch();
        branch.reserve(process());
        branch.assertReserved();
        assertThat(branch.confirm(process())).isTrue();
        assertThat(branch.confirm(process())).isTrue();
        branch.assertConfirmed();
    }

    @Test
    @DisplayName("cancel twice: it takes effect once, and both are told that it is done")
    void cancelTwice() throws Exception {
        Branch branch = new Branch();
        branch.reserve(process());
        assertThat(branch.cancel(process())).isTrue();
        assertThat(branch.cancel(process())).isTrue();
        branch.assertCancelled();
    }

    @Test
    @DisplayName("cancel before try: there is nothing to undo, and it is told that it is done")
    void cancelBeforeTry() throws Exception {
        Branch branch = new Branch();
        assertThat(branch.cancel(process())).isTrue();
        assertThat(branch.cancel(process())).isTrue();
        branch.assertUntouched();
    }

    @Test
    @DisplayName("try after cancel: it reserves nothing, now and ever")
    void tryAfterCancel() throws Exception {
        Branch branch = new Branch();
        assertThat(branch.cancel(process())).isTrue();
        for (int late = 0; late < 2; late++) {
            assertThatThrownBy(() -> branch.reserve(process()))
                    .isInstanceOf(BranchCancelledException.class)
                    .hasMessageContaining("debit/try");
        }
        assertThat(branch.cancel(process())).isTrue();
        branch.assertUntouched();
    }

    @Test
    @DisplayName("try twice: the branch reserves once, also after its end")
    void tryTwice() throws Exception {
        Branch branch = new Branch();
        branch.reserve(process());
        branch.reserve(process());
        branch.assertReserved();
        branch.confirm(process());
        branch.reserve(process());
        branch.assertConfirmed();
    }

    @Test
    @DisplayName("a branch that is cancelled is not confirmed, whether its try has come or not; that is an error")
    void confirmAfterCancel() throws Exception {
        Branch tried = new Branch();
        tried.reserve(process());
        Branch untried = new Branch();
        for (Branch branch : new Branch[] {tried, untried}) {
            branch.cancel(process());
            assertThatThrownBy(() -> branch.confirm(process()))
                    .isInstanceOf(BranchEndedException.class)
                    .hasMessageContaining("is cancelled and was to be confirmed");
            branch.assertCancelled();
        }
    }

    @Test
    @DisplayName("a branch that is confirmed is not cancelled; that is an error")
    void cancelAfterConfirm() throws Exception {
        Branch branch = new Branch();
        branch.reserve(process());
        branch.confirm(process());
        assertThatThrownBy(() -> branch.cancel(process()))
                .isInstanceOfSatisfying(
                        BranchEndedException.class,
                        conflict -> assertThat(conflict.ended()).isEqualTo("confirmed"));
        branch.assertConfirmed();
    }

    @Test
    @DisplayName("confirm before try is an error that leaves nothing behind: the try may still come")
    void confirmBeforeTry() throws Exception {
        Branch branch = new Branch();
        assertThatThrownBy(() -> branch.confirm(process()))
                .isInstanceOf(NotReservedException.class)
                .hasMessageContaining("must be rolled back");
        branch.reserve(process());
        branch.confirm(process());
        branch.assertConfirmed();
    }

    @Test
    @DisplayName("a try that the business refuses reserves nothing: it is cancelled for nothing, and never confirmed")
    void refusedTry() throws Exception {
        Branch branch = new Branch();
        Debit process = process();
        assertThatThrownBy(() -> process.prepare(branch.context, branch.account, BEFORE + 1))
                .isInstanceOf(InsufficientException.class);
        assertThatThrownBy(() -> branch.confirm(process()))
                .isInstanceOf(NotReservedException.class)
                .hasCauseInstanceOf(InsufficientException.class);
        assertThat(branch.cancel(process())).isTrue();
        branch.assertUntouched();
    }

    @Test
    @DisplayName("a try that fails leaves nothing, and its cancel keeps it from coming again")
    void failedTry() throws Exception {
        Branch branch = new Branch();
        assertThatThrownBy(() -> branch.reserve(process(FaultProbe.once(Point.WORKED))))
                .isInstanceOf(InjectedFault.class);
        branch.assertUntouched();
        assertThat(branch.cancel(process())).isTrue();
        assertThatThrownBy(() -> branch.reserve(process())).isInstanceOf(BranchCancelledException.class);
        branch.assertUntouched();
    }

    @Test
    @DisplayName(
            "whoever dies at whatever point of a phase leaves the whole or nothing of it, and the next call finishes")
    void killed() throws Exception {
        Tripwire wire = new Tripwire();
        Debit dying = process(wire);
        for (boolean confirmed : new boolean[] {true, false}) {
            int step = 0;
            do {
                Branch branch = new Branch();
                wire.set(++step);
                try {
                    branch.reserve(dying);
                    end(branch, dying, confirmed);
                } catch (Killed e) {
                    branch.assertWhole();
                }
                boolean killed = wire.hasKilled();
                if (confirmed) {
                    branch.reserve(process());
                }
                assertThat(end(branch, process(), confirmed)).isTrue();
                if (confirmed) {
                    branch.assertConfirmed();
                } else {
                    branch.assertCancelled();
                }
                if (!killed) {
                    break;
                }
            } while (step < 100);
            assertThat(step).as("steps of a branch").isBetween(8, 99);
        }
    }

    private static boolean end(Branch branch, Debit process, boolean confirmed) throws Exception {
        return confirmed ? branch.confirm(process) : branch.cancel(process);
    }

    @Test
    @DisplayName("no phase runs without a branch, inside a transaction, or after the horizon; nothing is done then")
    void misuse() throws Exception {
        Branch branch = new Branch();
        BusinessActionContext nameless = new BusinessActionContext();
        nameless.setXid(branch.context.getXid());
        assertThatThrownBy(() -> process().prepare(null, branch.account, AMOUNT))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("through Seata's proxy");
        assertThatThrownBy(() -> process().commit(nameless))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("without a branch");
        Participant database = ledger().participant(Probe.NONE);
        Debit inside = new DebitOnce(ledger(), database);
        assertThatThrownBy(() -> database.transactions().run(() -> Ended.commit(branch.cancel(inside))))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("inside a transaction");
        branch.reserve(process());
        long longAgo = Instant.now().minus(Duration.ofDays(91)).toEpochMilli();
        branch.context.setActionContext(Map.of(Constants.ACTION_START_TIME, longAgo));
        assertThatThrownBy(() -> branch.cancel(process()))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("longer ago than");
        branch.assertReserved();
        branch.context.setActionContext(Map.of(Constants.ACTION_START_TIME, System.currentTimeMillis()));
        assertThat(branch.cancel(process())).isTrue();
    }

    @Test
    @DisplayName("what confirm and cancel could not read is not reserved")
    void unreadable() throws Exception {
        Branch branch = new Branch();
        TccGuard<SetAside> small = TccGuard.of(DebitOnce.DEBIT.maxAnswerBytes(8), ledger().participant(Probe.NONE));
        assertThatThrownBy(() -> small.reserve(branch.context, attempt -> {
                    ledger().change(branch.account, "freeze", -AMOUNT, AMOUNT);
                    return new SetAside(branch.account, AMOUNT);
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("of 8 at most");
        branch.assertUntouched();
    }
}
