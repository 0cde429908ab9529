package io.onlyonce.seata;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.seata.rm.tcc.api.BusinessActionContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Branches that are called as Seata calls them, in any order, and the check of the data that each case ends with. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TccFixture {
    static final long BEFORE = 100;
    static final long AMOUNT = 30;

    private static final AtomicLong IDS = new AtomicLong(9_000_000_000_000_000L);

    private final List<Branch> branches = new ArrayList<>();
    private Ledger ledger;

    abstract Ledger newLedger();

    @BeforeAll
    final void open() {
        ledger = newLedger();
    }

    @AfterAll
    final void close() {
        ledger.close();
    }

    final Ledger ledger() {
        return ledger;
    }

    /** The resource in a process of its own. */
    final Debit process() {
        return process(Probe.NONE);
    }

    final Debit process(Probe probe) {
        return new DebitOnce(ledger, ledger.participant(probe));
    }

    /** A branch with an account of its own. */
    final class Branch {
        final BusinessActionContext context = new BusinessActionContext(
                "127.0.0.1:8091:" + IDS.incrementAndGet(), String.valueOf(IDS.incrementAndGet()), Map.of());
        final String account = "account-" + UUID.randomUUID();

        Branch() {
            ledger.open(account, BEFORE);
            branches.add(this);
        }

        void reserve(Debit process) throws Exception {
            process.prepare(context, account, AMOUNT);
        }

        boolean confirm(Debit process) throws Exception {
            return process.commit(context);
        }

        boolean cancel(Debit process) throws Exception {
            return process.rollback(context);
        }

        void assertUntouched() {
            assertState(BEFORE, 0);
            assertThat(ledger.times(account, "freeze")).isZero();
            assertThat(ledger.times(account, "release")).isZero();
        }

        void assertReserved() {
            assertState(BEFORE - AMOUNT, AMOUNT);
        }

        void assertConfirmed() {
            assertState(BEFORE - AMOUNT, 0);
            assertThat(ledger.times(account, "take")).isOne();
        }

        void assertCancelled() {
            assertState(BEFORE, 0);
            assertThat(ledger.times(account, "release")).isEqualTo(ledger.times(account, "freeze"));
        }

        private void assertState(long balance, long aside) {
            assertThat(ledger.balance(account)).as("balance").isEqualTo(balance);
            assertThat(ledger.aside(account)).as("set aside").isEqualTo(aside);
        }

        /** Each phase at most once, one end at most, none without a try; and the money is where the journal says. */
        void assertWhole() {
            long frozen = ledger.times(account, "freeze");
            long taken = ledger.times(account, "take");
            long released = ledger.times(account, "release");
            assertThat(frozen).as("tries").isLessThanOrEqualTo(1);
            assertThat(taken + released).as("ends").isLessThanOrEqualTo(frozen);
            assertState(BEFORE - AMOUNT * (frozen - released), AMOUNT * (frozen - taken - released));
        }
    }

    @AfterEach
    final void standingChecks() {
        assertThat(branches).isNotEmpty().allSatisfy(Branch::assertWhole);
        branches.clear();
    }
}
