package io.onlyonce.shop.harness;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The databases of a sharded shop, looked at from outside. The first one is the home. */
public final class ShardedSide implements AutoCloseable {
    private static final BigDecimal SEEDED = new BigDecimal("1000000.00");

    private final Map<String, TestDatabase> databases = new LinkedHashMap<>();

    private ShardedSide(TestDatabase home, TestDatabase other) {
        databases.put("s1", home);
        databases.put("s2", other);
    }

    /** Two databases of the shared server. */
    public static ShardedSide onPostgres() {
        return new ShardedSide(TestServers.postgres(), TestServers.postgres());
    }

    /** Two databases, on a server of its own each. */
    public static ShardedSide on(TestDatabase home, TestDatabase other) {
        return new ShardedSide(home, other);
    }

    public List<String> names() {
        return List.copyOf(databases.keySet());
    }

    public TestDatabase home() {
        return database("s1");
    }

    private TestDatabase database(String shard) {
        return Objects.requireNonNull(databases.get(shard), shard);
    }

    /** For a shop, as {@code name=value}. */
    public List<String> settings() {
        List<String> settings = new ArrayList<>(List.of("spring.profiles.active=sharded"));
        databases.forEach((name, database) -> {
            settings.add("shop.shards." + name + ".url=" + database.url());
            settings.add("shop.shards." + name + ".username=" + database.user());
            settings.add("shop.shards." + name + ".password=" + database.password());
        });
        return settings;
    }

    /** A number from each of them. */
    public List<Long> each(String query, Object... parameters) {
        return databases.values().stream()
                .map(database -> database.queryLong(query, parameters))
                .toList();
    }

    public long sum(String query, Object... parameters) {
        return each(query, parameters).stream().mapToLong(Long::longValue).sum();
    }

    /** Where a user's rows lie, once a request of his has decided it. */
    public String ofUser(String user) {
        return home().queryLong("SELECT COUNT(*) FROM onlyonce_shard WHERE route_key = ? AND shard = 's1'", user) == 1
                ? "s1"
                : "s2";
    }

    /** A seeded account that lies there. */
    public String accountIn(String shard) {
        return IntStream.rangeClosed(1, 100)
                .mapToObj(number -> "A" + number)
                .filter(account ->
                        database(shard).queryLong("SELECT COUNT(*) FROM account WHERE account_id = ?", account) == 1)
                .findFirst()
                .orElseThrow();
    }

    /** What is wrong with transfers and money over both databases when no request is at work; empty if nothing is. */
    public List<String> violations() throws SQLException {
        List<String> violations = new ArrayList<>();
        Map<String, String> states = new LinkedHashMap<>();
        rows("SELECT transfer_id, status FROM transfer", "s1").forEach(row -> states.put(row.get(0), row.get(1)));
        Map<String, List<String>> legs = new LinkedHashMap<>();
        for (String shard : names()) {
            rows("SELECT transfer_id, leg FROM transfer_journal ORDER BY transfer_id, leg", shard)
                    .forEach(row -> legs.computeIfAbsent(row.get(0), any -> new ArrayList<>())
                            .add(row.get(1)));
        }
        states.forEach((id, status) -> {
            List<String> booked =
                    legs.getOrDefault(id, List.of()).stream().sorted().toList();
            boolean right =
                    switch (status) {
                        case "DONE" -> booked.equals(List.of("IN", "OUT"));
                        case "REFUSED" -> booked.isEmpty() || booked.equals(List.of("BACK", "OUT"));
                        default -> false;
                    };
            if (!right) {
                violations.add("S1 transfer " + id + " is " + status + " and was booked " + booked);
            }
        });
        legs.keySet().stream()
                .filter(id -> !states.containsKey(id))
                .forEach(id -> violations.add("S4 bookings of a transfer that is not there: " + id));
        BigDecimal money = BigDecimal.ZERO;
        for (String shard : names()) {
            money = money.add(new BigDecimal(rows(
                            "SELECT COALESCE(SUM(balance), 0)"
                                    + " + (SELECT COALESCE(SUM(CASE direction WHEN 'IN' THEN amount ELSE -amount END), 0)"
                                    + " FROM funds_journal WHERE channel = 'balance') FROM account WHERE account_id LIKE 'A%'",
                            shard)
                    .get(0)
                    .get(0)));
        }
        if (money.compareTo(SEEDED) != 0) {
            violations.add("S3 the accounts of both and what was paid from them: " + money + ", not " + SEEDED);
        }
        if (sum("SELECT COUNT(*) FROM onlyonce_record WHERE state = 'C'") > 0) {
            violations.add("S4 open records: " + each("SELECT COUNT(*) FROM onlyonce_record WHERE state = 'C'"));
        }
        if (sum("SELECT COUNT(*) FROM onlyonce_inbox WHERE source LIKE 'saga/%'") > 0) {
            violations.add("S4 unfinished transfers: " + each("SELECT COUNT(*) FROM onlyonce_inbox"));
        }
        return violations;
    }

    private List<List<String>> rows(String query, String shard) throws SQLException {
        try (Connection connection = database(shard).unpooled().getConnection();
                PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            List<List<String>> rows = new ArrayList<>();
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(String.valueOf(row.getString(column)));
                }
                rows.add(values);
            }
            return rows;
        }
    }

    @Override
    public void close() {
        Stream.of("s1", "s2").map(this::database).forEach(TestDatabase::close);
    }
}
