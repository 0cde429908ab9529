package io.onlyonce.seata;

import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.saga.Participant;
import io.onlyonce.seata.Ledger.InsufficientException;
import org.apache.seata.rm.tcc.api.BusinessActionContext;
import org.jspecify.annotations.Nullable;

/** Freezes the amount first, then takes it or gives it back. */
final class DebitOnce implements Debit {
    static final Operation<SetAside> DEBIT = Operation.named("debit", SetAside.CODEC)
            .remembering(new Refusal<>("insufficient", InsufficientException.class, InsufficientException::new));

    private final TccGuard<SetAside> guard;
    private final Ledger ledger;

    DebitOnce(Ledger ledger, Participant database) {
        this.ledger = ledger;
        this.guard = TccGuard.of(DEBIT, database);
    }

    @Override
    public void prepare(@Nullable BusinessActionContext branch, String account, long amount) throws Exception {
        guard.reserve(branch, attempt -> {
            ledger.change(account, "freeze", -amount, amount);
            return new SetAside(account, amount);
        });
    }

    @Override
    public boolean commit(BusinessActionContext branch) throws Exception {
        return guard.confirm(branch, (set, attempt) -> ledger.change(set.account(), "take", 0, -set.amount()));
    }

    @Override
    public boolean rollback(BusinessActionContext branch) throws Exception {
        return guard.cancel(
                branch, (set, attempt) -> ledger.change(set.account(), "release", set.amount(), -set.amount()));
    }
}
