package io.onlyonce.shop.transfer;

import io.onlyonce.shop.Money;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The rows of transfers themselves, in the home database. */
@Repository
class TransferRows {
    private final JdbcClient jdbc;

    TransferRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Notes that it is under way. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void begin(AskedTransfer asked) {
        jdbc.sql("""
                        INSERT INTO transfer (transfer_id, user_id, from_account_id, to_account_id, amount, status, created_at)
                        VALUES (:transferId, :userId, :fromAccountId, :toAccountId, :amount, 'RUNNING', CURRENT_TIMESTAMP(6))
                        """)
                .param("transferId", asked.transferId())
                .param("userId", asked.userId())
                .param("fromAccountId", asked.fromAccountId())
                .param("toAccountId", asked.toAccountId())
                .param("amount", asked.amount().amount())
                .update();
    }

    /**
     * Notes how it ended.
     *
     * @throws IllegalStateException if it has ended already, or is not there
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void end(String transferId, Transfer.Status status) {
        int rows = jdbc.sql("""
                        UPDATE transfer SET status = :status, ended_at = CURRENT_TIMESTAMP(6)
                        WHERE transfer_id = :transferId AND status = 'RUNNING'
                        """)
                .param("status", status.name())
                .param("transferId", transferId)
                .update();
        if (rows != 1) {
            throw new IllegalStateException(
                    "The transfer " + transferId + " was to become " + status + " and is not running.");
        }
    }

    Optional<Transfer> find(String transferId) {
        return jdbc.sql("""
                        SELECT transfer_id, from_account_id, to_account_id, amount, status FROM transfer
                        WHERE transfer_id = :transferId
                        """)
                .param("transferId", transferId)
                .query((row, number) -> new Transfer(
                        row.getString("transfer_id"),
                        row.getString("from_account_id"),
                        row.getString("to_account_id"),
                        new Money(row.getBigDecimal("amount")),
                        Transfer.Status.valueOf(row.getString("status"))))
                .optional();
    }
}
