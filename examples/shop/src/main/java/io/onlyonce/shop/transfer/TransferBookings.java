package io.onlyonce.shop.transfer;

import io.onlyonce.jdbc.guard.Deduction;
import io.onlyonce.jdbc.guard.JdbcQuantities;
import io.onlyonce.jdbc.guard.Line;
import io.onlyonce.shop.Money;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What a transfer changes on accounts, each change with a row beside it: a leg of a transfer can't be booked twice, whoever asks for it. */
@Repository
class TransferBookings {
    private final JdbcQuantities balances;
    private final JdbcClient jdbc;

    TransferBookings(@Qualifier("accountBalances") JdbcQuantities balances, JdbcClient jdbc) {
        this.balances = balances;
        this.jdbc = jdbc;
    }

    /** Takes the amount out. */
    @Transactional(propagation = Propagation.MANDATORY, rollbackFor = Exception.class)
    public void takeOut(AskedTransfer asked) throws NoSuchAccountException, InsufficientFundsException {
        Deduction deduction = balances.deduct(line(asked.fromAccountId(), asked.amount()));
        if (deduction instanceof Deduction.NoSuchItem) {
            throw new NoSuchAccountException(asked.fromAccountId());
        }
        if (!(deduction instanceof Deduction.Taken)) {
            throw new InsufficientFundsException(asked.fromAccountId());
        }
        note(asked, "OUT", asked.fromAccountId());
    }

    /** Puts it back, where the transfer was refused afterwards. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void putBack(AskedTransfer asked) {
        if (!balances.add(line(asked.fromAccountId(), asked.amount()))) {
            throw new IllegalStateException("The account " + asked.fromAccountId() + " is gone, though "
                    + asked.transferId() + " took from it.");
        }
        note(asked, "BACK", asked.fromAccountId());
    }

    /** Puts the amount in. */
    @Transactional(propagation = Propagation.MANDATORY, rollbackFor = Exception.class)
    public void putIn(AskedTransfer asked) throws NoSuchAccountException {
        if (!balances.add(line(asked.toAccountId(), asked.amount()))) {
            throw new NoSuchAccountException(asked.toAccountId());
        }
        note(asked, "IN", asked.toAccountId());
    }

    private static Line line(String accountId, Money amount) {
        return new Line(accountId, amount.amount());
    }

    private void note(AskedTransfer asked, String leg, String accountId) {
        jdbc.sql("""
                        INSERT INTO transfer_journal (transfer_id, leg, account_id, amount, at)
                        VALUES (:transferId, :leg, :accountId, :amount, CURRENT_TIMESTAMP(6))
                        """)
                .param("transferId", asked.transferId())
                .param("leg", leg)
                .param("accountId", accountId)
                .param("amount", asked.amount().amount())
                .update();
    }
}
