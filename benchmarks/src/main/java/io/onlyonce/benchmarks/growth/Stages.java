package io.onlyonce.benchmarks.growth;

import io.onlyonce.benchmarks.cost.Pace;
import io.onlyonce.benchmarks.cost.Payers;
import io.onlyonce.benchmarks.cost.Rounds;
import io.onlyonce.benchmarks.cost.ServerCpu;
import io.onlyonce.benchmarks.cost.Slice;
import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.design.Books;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Designs;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.design.Payment;
import io.onlyonce.benchmarks.wire.Wal;
import java.util.Map;
import java.util.Objects;

/** Measures first calls while the table grows. */
final class Stages {
    /** Eight whole pages: those of two tables and their indexes, one of them split. */
    private static final long MOST_OF_A_CALL = 8 * 8192;

    private final BenchmarkDatabase database;
    private final Books books;
    private final Keys keys;
    private final Filler filler;
    private final Pace pace;
    private final int walCalls;

    /**
     * @param walCalls how many calls the bytes in the log are counted over
     */
    Stages(BenchmarkDatabase database, Books books, Keys keys, Filler filler, Pace pace, int walCalls) {
        this.database = database;
        this.books = books;
        this.keys = keys;
        this.filler = filler;
        this.pace = pace;
        this.walCalls = walCalls;
    }

    /**
     * Fills the table up to this size and measures.
     *
     * @param designs the bare transaction and OnlyOnce
     */
    Stage at(int records, Map<DesignType, Design> designs) throws Exception {
        filler.fillTo(records);
        BenchmarkDatabase.Size size = database.size();
        double kept = database.number("SELECT COUNT(*) FROM onlyonce_record");
        DesignType onlyOnce = designs.keySet().stream()
                .filter(type -> type.name().equals(Designs.ONLYONCE))
                .findFirst()
                .orElseThrow();
        Design protectedCalls = Objects.requireNonNull(designs.get(onlyOnce));
        try (Wal wal = new Wal(database);
                Payers payers = new Payers(1, keys, books, new ServerCpu(database))) {
            wal.checkpoint();
            double cold = wal(wal, onlyOnce, protectedCalls);
            Rounds result = pace.run(payers, designs);
            if (result.errors() > 0) {
                throw new IllegalStateException("Payments failed: " + result.firstErrors());
            }
            return new Stage(
                    records,
                    result.of(onlyOnce, Slice::medianMicros),
                    result.ratio(onlyOnce, Slice::medianMicros),
                    cold,
                    wal(wal, onlyOnce, protectedCalls),
                    size.rows() / kept,
                    size.indexes() / kept);
        }
    }

    /** Bytes for each call; calls beside which the server has written more than a call can are left out. */
    private double wal(Wal wal, DesignType type, Design design) throws Exception {
        long bytes = 0;
        int counted = 0;
        for (int call = 0; call < walCalls; call++) {
            long before = wal.position();
            design.pay(Payment.of(keys.next()));
            books.paid(type);
            long written = wal.position() - before;
            if (written <= MOST_OF_A_CALL) {
                bytes += written;
                counted++;
            }
        }
        return (double) bytes / counted;
    }
}
