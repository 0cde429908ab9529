package io.onlyonce.benchmarks.design;

import io.onlyonce.benchmarks.database.Server;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The business transaction but for its commit: a conditional update of a balance and an entry in the journal. Thread-safe. */
public final class Business {
    /** So many that two payments seldom wait for one. */
    static final int ACCOUNTS = 1000;

    /** Of each account at the beginning. */
    static final long BALANCE = 1_000_000_000;

    private static final String DEBIT = "UPDATE account SET balance = balance - ? WHERE id = ? AND balance >= ?";
    private static final String ENTER = "INSERT INTO journal (payment_key, account, amount) VALUES (?, ?, ?)";

    private final Server server;
    private final Duration work;
    private final AtomicLong executions = new AtomicLong();

    /**
     * @param work how long the business thinks between its two writes
     */
    public Business(Server server, Duration work) {
        this.server = server;
        this.work = work;
    }

    /** Creates the accounts and the journal, which has no key that would hide a second entry. */
    public static List<String> tables(Server server) {
        return switch (server) {
            case POSTGRESQL ->
                List.of(
                        "CREATE TABLE account (id integer PRIMARY KEY, balance bigint NOT NULL)",
                        "INSERT INTO account SELECT n, " + BALANCE + " FROM generate_series(1, " + ACCOUNTS + ") AS n",
                        """
                    CREATE TABLE journal (
                        no          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                        payment_key uuid NOT NULL,
                        account     integer NOT NULL,
                        amount      bigint NOT NULL
                    )
                    """);
            case MARIADB ->
                List.of(
                        "CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL) ENGINE = InnoDB",
                        "INSERT INTO account SELECT seq, " + BALANCE + " FROM seq_1_to_" + ACCOUNTS,
                        """
                    CREATE TABLE journal (
                        no          BIGINT AUTO_INCREMENT PRIMARY KEY,
                        payment_key BINARY(16) NOT NULL,
                        account     INT NOT NULL,
                        amount      BIGINT NOT NULL
                    ) ENGINE = InnoDB
                    """);
        };
    }

    /** Pays, in the transaction that is open on the connection. */
    public String pay(Connection connection, Payment payment) throws SQLException, InterruptedException {
        executions.incrementAndGet();
        try (PreparedStatement debit = connection.prepareStatement(DEBIT)) {
            debit.setInt(1, Payment.AMOUNT);
            debit.setInt(2, payment.account());
            debit.setInt(3, Payment.AMOUNT);
            if (debit.executeUpdate() != 1) {
                throw new IllegalStateException("The account " + payment.account() + " has too little for " + payment);
            }
        }
        if (!work.isZero()) {
            Thread.sleep(work.toMillis());
        }
        try (PreparedStatement enter = connection.prepareStatement(ENTER)) {
            server.setKey(enter, 1, payment.key());
            enter.setInt(2, payment.account());
            enter.setInt(3, Payment.AMOUNT);
            enter.executeUpdate();
        }
        return payment.answer();
    }

    /** How often it was run, also by those whose transaction was rolled back. */
    public long executions() {
        return executions.get();
    }
}
