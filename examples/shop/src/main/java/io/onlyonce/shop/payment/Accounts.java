package io.onlyonce.shop.payment;

import io.onlyonce.jdbc.guard.Deduction;
import io.onlyonce.jdbc.guard.JdbcQuantities;
import io.onlyonce.jdbc.guard.Line;
import io.onlyonce.shop.Money;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The accounts that orders are paid from. */
@Repository
class Accounts {
    private final JdbcClient jdbc;
    private final JdbcQuantities balances;

    Accounts(JdbcClient jdbc, @Qualifier("accountBalances") JdbcQuantities balances) {
        this.jdbc = jdbc;
        this.balances = balances;
    }

    /**
     * @throws io.onlyonce.shop.Problem if there is no such account
     */
    Account get(String accountId) {
        return find(accountId).orElseThrow(() -> Problems.noSuch("account", accountId));
    }

    private Optional<Account> find(String accountId) {
        if (!Texts.isId(accountId)) {
            return Optional.empty();
        }
        return jdbc.sql("SELECT account_id, balance, version FROM account WHERE account_id = :accountId")
                .param("accountId", accountId)
                .query((row, number) -> new Account(
                        row.getString("account_id"), new Money(row.getBigDecimal("balance")), row.getLong("version")))
                .optional();
    }

    /**
     * Takes an amount out, if it is there.
     *
     * @throws io.onlyonce.shop.Problem if there is too little, or no such account
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void deduct(String accountId, Money amount) {
        if (amount.amount().signum() == 0) {
            get(accountId);
            return;
        }
        Deduction deduction = balances.deduct(new Line(accountId, amount.amount()));
        if (deduction instanceof Deduction.NoSuchItem) {
            throw Problems.noSuch("account", accountId);
        }
        if (!(deduction instanceof Deduction.Taken)) {
            throw Problems.insufficientFunds(accountId, amount);
        }
    }

    /** Puts an amount in. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void add(String accountId, Money amount) {
        if (!balances.add(new Line(accountId, amount.amount()))) {
            throw new IllegalStateException("The account " + accountId + " is gone, though a payment names it.");
        }
    }
}
