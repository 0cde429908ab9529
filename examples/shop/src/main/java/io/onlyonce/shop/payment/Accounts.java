package io.onlyonce.shop.payment;

import io.onlyonce.shop.Money;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The accounts that orders are paid from. */
@Repository
class Accounts {
    private final JdbcClient jdbc;

    Accounts(JdbcClient jdbc) {
        this.jdbc = jdbc;
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
     * Takes an amount out, if it is there: check and deduction are one statement.
     *
     * @throws io.onlyonce.shop.Problem if there is too little, or no such account
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void deduct(String accountId, Money amount) {
        int rows = jdbc.sql("""
                        UPDATE account SET balance = balance - :amount, version = version + 1
                        WHERE account_id = :accountId AND balance >= :amount
                        """)
                .param("amount", amount.amount())
                .param("accountId", accountId)
                .update();
        if (rows == 0) {
            throw Problems.insufficientFunds(get(accountId).accountId(), amount);
        }
    }
}
