package io.onlyonce.benchmarks.design;

import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.report.Check;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What was paid, and whether the data say the same. Thread-safe. */
public final class Books {
    private final BenchmarkDatabase database;
    private final Map<DesignType, LongAdder> paid = new ConcurrentHashMap<>();

    /** Books about payments in this database. */
    public Books(BenchmarkDatabase database) {
        this.database = database;
    }

    /** One more key has been paid for by this design. */
    public void paid(DesignType type) {
        paid.computeIfAbsent(type, any -> new LongAdder()).increment();
    }

    /** What has to be so: one effect for each key, no money lost, a record for each effect and an effect for each record. */
    public List<Check> checks() throws SQLException {
        long due = paid.values().stream().mapToLong(LongAdder::sum).sum();
        long entries = database.number("SELECT COUNT(*) FROM journal");
        long keys = database.number("SELECT COUNT(DISTINCT payment_key) FROM journal");
        long before = Business.ACCOUNTS * Business.BALANCE;
        long left = database.number("SELECT SUM(balance) FROM account");
        long spent = database.number("SELECT COALESCE(SUM(amount), 0) FROM journal");
        List<Check> checks = new ArrayList<>();
        checks.add(new Check(
                "each key has exactly one effect",
                entries == due && keys == due,
                due + " keys, " + entries + " effects of " + keys + " keys"));
        checks.add(new Check("no money is lost or made", left + spent == before, left + " + " + spent));
        for (Map.Entry<DesignType, Long> records : records().entrySet()) {
            checks.add(records(records.getKey(), records.getValue()));
        }
        return checks;
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
