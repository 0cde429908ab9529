package io.onlyonce.benchmarks.design;

import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.report.Check;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What was paid, and whether the data say the same. Thread-safe. */
public final class Books {
    private final BenchmarkDatabase database;
    private final Map<DesignType, LongAdder> paid = new ConcurrentHashMap<>();
    private final Map<DesignType, Set<UUID>> stampedes = new ConcurrentHashMap<>();

    /** Books about payments in this database. */
    public Books(BenchmarkDatabase database) {
        this.database = database;
    }

    /** One more key has been paid for by this design. */
    public void paid(DesignType type) {
        paid.computeIfAbsent(type, any -> new LongAdder()).increment();
    }

    /**
     * Copies of a payment have been sent through this design at once. A peer does not promise one effect then: its effects of this key are told, and
     * left out of what has to be so.
     */
    public void stampeded(DesignType type, Payment payment) {
        if (type.peer()) {
            stampedes
                    .computeIfAbsent(type, any -> ConcurrentHashMap.newKeySet())
                    .add(payment.key());
        } else {
            paid(type);
        }
    }

    /** What has to be so: one effect for each key, no money lost, a record for each effect and an effect for each record. */
    public List<Check> checks() throws SQLException {
        long due = paid.values().stream().mapToLong(LongAdder::sum).sum();
        Set<UUID> apart = new HashSet<>();
        stampedes.values().forEach(apart::addAll);
        Effects all = effects("");
        Effects peers = effects(apart);
        long entries = all.entries() - peers.entries();
        long keys = all.keys() - peers.keys();
        long before = Business.ACCOUNTS * Business.BALANCE;
        long left = database.number("SELECT SUM(balance) FROM account");
        long spent = database.number("SELECT COALESCE(SUM(amount), 0) FROM journal");
        List<Check> checks = new ArrayList<>();
        checks.add(new Check(
                "each key has exactly one effect",
                entries == due && keys == due,
                due + " keys, " + entries + " effects of " + keys + " keys" + peersEffects()));
        checks.add(new Check("no money is lost or made", left + spent == before, left + " + " + spent));
        for (Map.Entry<DesignType, Long> records : records().entrySet()) {
            checks.add(records(records.getKey(), records.getValue()));
        }
        return checks;
    }

    private record Effects(long entries, long keys) {}

    private Effects effects(Set<UUID> keys) throws SQLException {
        return keys.isEmpty()
                ? new Effects(0, 0)
                : effects(keys.stream()
                        .map(database.server()::keyLiteral)
                        .collect(Collectors.joining(", ", " WHERE payment_key IN (", ")")));
    }

    private Effects effects(String condition) throws SQLException {
        return new Effects(
                database.number("SELECT COUNT(*) FROM journal" + condition),
                database.number("SELECT COUNT(DISTINCT payment_key) FROM journal" + condition));
    }

    private String peersEffects() throws SQLException {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<DesignType, Set<UUID>> peer : stampedes.entrySet()) {
            text.append("; not counted, ")
                    .append(peer.getKey().name())
                    .append(": ")
                    .append(effects(peer.getValue()).entries())
                    .append(" effects of ")
                    .append(peer.getValue().size())
                    .append(" keys");
        }
        return text.toString();
    }

    private Map<DesignType, Long> records() throws SQLException {
        Map<DesignType, Long> counts = new LinkedHashMap<>();
        List<DesignType> types = paid.keySet().stream()
                .sorted(Comparator.comparing(DesignType::name))
                .toList();
        for (DesignType type : types) {
            String keys = type.recordKeys().apply(database.server());
            if (keys != null) {
                counts.put(type, database.number("SELECT COUNT(*) FROM (" + keys + ") AS records"));
            }
        }
        return counts;
    }

    private Check records(DesignType type, long records) throws SQLException {
        String keys = type.recordKeys().apply(database.server());
        long alone = database.number("SELECT COUNT(*) FROM (" + keys + ") AS records"
                + " LEFT JOIN (SELECT DISTINCT payment_key FROM journal) AS paid ON paid.payment_key = records.id"
                + " WHERE paid.payment_key IS NULL");
        long due = paid.getOrDefault(type, new LongAdder()).sum();
        return new Check(
                type.name() + ": a record for each effect, and none without",
                records == due && alone == 0,
                due + " keys, " + records + " records, " + alone + " without an effect");
    }
}
