package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TransactionalTokenStore;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link TransactionalTokenStore}. A store's test gives {@link #store()}, {@link #transactions()} over at least 8 connections, {@link #expire}
 * and {@link #dump()}.
 */
public abstract class TransactionalTokenStoreContract extends TokenStoreContract {
    /** The store; the same one each time within a test. */
    protected abstract TransactionalTokenStore store();

    /** The transactions that the tokens ride in. */
    protected abstract TransactionRunner transactions();

    @Override
    protected final TokenDriver tokens() {
        return TokenDriver.of(store(), transactions());
    }

    @Test
    @DisplayName("B-12 a rollback gives the token back")
    void rolledBack() throws Exception {
        OneTimeToken token = issued();
        Consumption undone = transactions().run(() -> Ended.rollBack(store().consume(token, binding())));
        assertThat(undone).isEqualTo(new Consumption.Consumed());
        assertConsumed(token, binding());
        assertRefused(token, binding());
    }

    @Test
    @DisplayName("B-12 an exception behind the consumption gives the token back")
    void exception() {
        OneTimeToken token = issued();
        assertThatThrownBy(() -> transactions().run(() -> {
                    store().consume(token, binding());
                    throw new IllegalArgumentException("business");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertConsumed(token, binding());
    }

    @Test
    @DisplayName("B-12 a rollback to a savepoint gives the token back to the rest of the same transaction")
    void savepoint() throws Exception {
        OneTimeToken token = issued();
        List<Consumption> ends = transactions().run(() -> {
            Consumption undone = transactions().run(() -> Ended.rollBack(store().consume(token, binding())));
            return Ended.commit(List.of(undone, store().consume(token, binding()), store().consume(token, binding())));
        });
        assertThat(ends)
                .containsExactly(new Consumption.Consumed(), new Consumption.Consumed(), new Consumption.Refused());
        assertRefused(token, binding());
    }

    @Test
    @DisplayName("a token whose issuer rolls back was never issued")
    void issuedAndRolledBack() throws Exception {
        OneTimeToken token = transactions()
                .run(() -> Ended.rollBack(store().issue(binding(), LIFETIME)))
                .token();
        assertThat(issuedWithoutStore() || tokens().consume(token, binding()) instanceof Consumption.Refused)
                .isTrue();
    }

    /** Whether a token is good as soon as its text exists, because nothing is stored of it: signed tokens. */
    protected boolean issuedWithoutStore() {
        return false;
    }

    @Test
    @DisplayName("B-11 a second consumer waits for the first one's commit and is refused")
    void waitsForCommit() {
        OneTimeToken token = issued();
        try (SideTransaction first = SideTransaction.begin(transactions());
                SideTransaction second = SideTransaction.begin(transactions())) {
            assertThat(first.call(() -> store().consume(token, binding()))).isEqualTo(new Consumption.Consumed());
            CompletableFuture<Consumption> waiting = waiting(second, token);
            first.commit();
            assertThat(SideTransaction.get(waiting)).isEqualTo(new Consumption.Refused());
        }
    }

    @Test
    @DisplayName("B-11 a second consumer waits for the first one's rollback and then has the token")
    void waitsForRollback() {
        OneTimeToken token = issued();
        try (SideTransaction first = SideTransaction.begin(transactions());
                SideTransaction second = SideTransaction.begin(transactions())) {
            first.call(() -> store().consume(token, binding()));
            CompletableFuture<Consumption> waiting = waiting(second, token);
            first.rollBack();
            assertThat(SideTransaction.get(waiting)).isEqualTo(new Consumption.Consumed());
            second.commit();
        }
        assertRefused(token, binding());
    }

    @Test
    @DisplayName("B-13 a foreign attempt does not wait for the owner's transaction")
    void strangerDoesNotWait() {
        OneTimeToken token = issued();
        try (SideTransaction owner = SideTransaction.begin(transactions())) {
            owner.call(() -> store().consume(token, binding()));
            assertThat(Herd.of(1)
                            .runAll(member -> tokens().consume(
                                            token,
                                            TokenBinding.of(
                                                    "cancel-order", binding().subject()))))
                    .containsExactly(new Consumption.Refused());
            owner.commit();
        }
        assertRefused(token, binding());
    }

    @Test
    @DisplayName("B-12 the race with rollbacks: the first eight of 16 give the token back; exactly one keeps it")
    void raceWithRollbacks() {
        for (int round = 0; round < 50; round++) {
            OneTimeToken token = issued();
            AtomicInteger toRollBack = new AtomicInteger(8);
            List<Boolean> kept = Herd.of(16).runAll(member -> kept(token, toRollBack));
            assertThat(kept).filteredOn(one -> one).as("round %d", round).hasSize(1);
            assertRefused(token, binding());
        }
    }

    /** Consumes the token until it is refused or kept, giving it back while that is wanted. */
    private boolean kept(OneTimeToken token, AtomicInteger toRollBack) throws Exception {
        while (true) {
            try {
                Ended<Consumption> end = transactions().run(() -> {
                    Consumption told = store().consume(token, binding());
                    boolean giveBack = told instanceof Consumption.Consumed && toRollBack.getAndDecrement() > 0;
                    Ended<Consumption> ended = new Ended<>(told, !giveBack);
                    return new Ended<>(ended, !giveBack);
                });
                if (end.result() instanceof Consumption.Refused) {
                    return false;
                }
                if (end.kept()) {
                    return true;
                }
            } catch (Exception e) {
                if (!transactions().retryable(e)) {
                    throw e;
                }
            }
        }
    }

    @Test
    @DisplayName("without a transaction nothing is consumed")
    void withoutTransaction() {
        OneTimeToken token = issued();
        assertThatThrownBy(() -> store().consume(token, binding())).isInstanceOf(IllegalStateException.class);
        assertConsumed(token, binding());
    }

    private CompletableFuture<Consumption> waiting(SideTransaction side, OneTimeToken token) {
        CompletableFuture<Consumption> waiting = side.start(() -> store().consume(token, binding()));
        assertThatThrownBy(() -> waiting.get(200, TimeUnit.MILLISECONDS))
                .as("the second consumer waits")
                .isInstanceOf(TimeoutException.class);
        return waiting;
    }
}
