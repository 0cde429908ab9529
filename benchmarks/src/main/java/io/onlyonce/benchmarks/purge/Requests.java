package io.onlyonce.benchmarks.purge;

import io.onlyonce.OnlyOnce;
import io.onlyonce.Outcome;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one application, one after the other in a fixed mix: of ten one replays a live record, one claims an expired record anew, the rest have
 * new keys. Thread-safe.
 */
final class Requests {
    private static final int MIX = 10;
    private static final int REPLAY = 0;
    private static final int ANEW = 1;

    /** Prime, so that its multiples visit the records all over the table before they come back. */
    private static final long STRIDE = 611_953;

    private static final String INSERT = "INSERT INTO effect (idempotency_key, answer) VALUES (?, ?)";

    private final JdbcTransactions transactions;
    private final OnlyOnce onlyOnce;
    private final int live;
    private final int expired;
    private final AtomicInteger next = new AtomicInteger();
    private final Set<String> due = ConcurrentHashMap.newKeySet();
    private volatile String expiredPrefix = Workload.expired(1);

    /**
     * @param live how many live records there are
     * @param expired how many expired records each round has
     */
    Requests(DataSource dataSource, int live, int expired) {
        this.transactions = new JdbcTransactions(dataSource);
        this.onlyOnce = OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions);
        this.live = live;
        this.expired = expired;
    }

    void round(int round) {
        expiredPrefix = Workload.expired(round);
    }

    /** The keys that have to have exactly one effect each: all but those of replays. */
    Set<String> due() {
        return due;
    }

    /** Makes the next request; returns what is wrong with its outcome, or null. */
    @Nullable
    String makeNext() throws Exception {
        int number = next.getAndIncrement();
        int place = number / MIX;
        return switch (number % MIX) {
            case REPLAY -> replay(Workload.LIVE + spread(place, live));
            case ANEW -> pay(expiredPrefix + spread(place, expired));
            default -> pay("new-" + number);
        };
    }

    private static long spread(int place, int count) {
        return 1 + place * STRIDE % count;
    }

    private @Nullable String replay(String key) throws Exception {
        Outcome<String> outcome = run(key);
        boolean right = outcome instanceof Outcome.Replayed<String> replayed
                && replayed.value().equals(Workload.answer(key));
        return right ? null : "A request for the live record " + key + " ended as " + outcome;
    }

    private @Nullable String pay(String key) throws Exception {
        due.add(key);
        Outcome<String> outcome = run(key);
        boolean right = outcome instanceof Outcome.Executed || outcome instanceof Outcome.Replayed;
        return right ? null : "A request with the key " + key + " ended as " + outcome;
    }

    private Outcome<String> run(String key) throws Exception {
        return onlyOnce.run(Workload.PAY, Workload.call(key), attempt -> {
            String answer = Workload.answer(key);
            effect(transactions.connection(), key, answer);
            return answer;
        });
    }

    private static void effect(Connection connection, String key, String answer) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, key);
            statement.setString(2, answer);
            statement.executeUpdate();
        }
    }
}
