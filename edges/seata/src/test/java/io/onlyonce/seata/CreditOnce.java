package io.onlyonce.seata;

import io.onlyonce.Operation;
import io.onlyonce.saga.Participant;
import org.apache.seata.rm.tcc.api.BusinessActionContext;
import org.jspecify.annotations.Nullable;

/** Announces the amount first, then puts it on the account or forgets it. An account whose name begins with "closed" takes nothing. */
final class CreditOnce implements Credit {
    static final Operation<SetAside> CREDIT = Operation.named("credit", SetAside.CODEC);

    private final TccGuard<SetAside> guard;
    private final Ledger ledger;

    CreditOnce(Ledger ledger, Participant database) {
        this.ledger = ledger;
        this.guard = TccGuard.of(CREDIT, database);
    }

    @Override
    public void prepare(@Nullable BusinessActionContext branch, String account, long amount) throws Exception {
        guard.reserve(branch, attempt -> {
            if (account.startsWith("closed")) {
                throw new IllegalStateException(account + " takes nothing.");
            }
            ledger.change(account, "announce", 0, amount);
            return new SetAside(account, amount);
        });
    }

    @Override
    public boolean commit(BusinessActionContext branch) throws Exception {
        return guard.confirm(
                branch, (set, attempt) -> ledger.change(set.account(), "put", set.amount(), -set.amount()));
    }

    @Override
    public boolean rollback(BusinessActionContext branch) throws Exception {
        return guard.cancel(branch, (set, attempt) -> ledger.change(set.account(), "forget", 0, -set.amount()));
    }
}
