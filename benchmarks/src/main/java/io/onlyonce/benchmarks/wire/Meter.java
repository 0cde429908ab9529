package io.onlyonce.benchmarks.wire;

import com.zaxxer.hikari.HikariConfig;
import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.design.Books;
import io.onlyonce.benchmarks.design.Business;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.design.Node;
import io.onlyonce.benchmarks.design.Payment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts what a first call and a replay of each design cost. The designs take turns in small batches, so that what somebody else writes to the log
 * meanwhile, or a checkpoint, spoils some batches and not one design; medians of calls and of batches are given.
 */
public final class Meter {
    private final BenchmarkDatabase database;
    private final Books books;
    private final Keys keys;
    private final int batches;
    private final int calls;

    /**
     * @param batches for each design
     * @param calls in a batch
     */
    public Meter(BenchmarkDatabase database, Books books, Keys keys, int batches, int calls) {
        this.database = database;
        this.books = books;
        this.keys = keys;
        this.batches = batches;
        this.calls = calls;
    }

    /** Counts, in the order of the designs. */
    public Map<DesignType, Cost> measure(List<DesignType> types) throws Exception {
        List<Run> runs = new ArrayList<>();
        try (Wal wal = new Wal(database)) {
            for (DesignType type : types) {
                runs.add(new Run(type, wal));
            }
            wal.checkpoint();
            for (int batch = 0; batch <= batches; batch++) {
                for (Run run : runs) {
                    run.batch(batch > 0); // the first one warms everything up
                }
            }
            Map<DesignType, Cost> costs = new LinkedHashMap<>();
            runs.forEach(run -> costs.put(run.type, new Cost(run.first.cost(), run.replay.cost())));
            return costs;
        } finally {
            for (Run run : runs) {
                run.close();
            }
        }
    }

    /** One design behind a proxy of its own. */
    private final class Run implements AutoCloseable {
        private final DesignType type;
        private final CountingProxy proxy;
        private final Design design;
        private final Samples first;
        private final Samples replay;

        Run(DesignType type, Wal wal) throws Exception {
            this.type = type;
            this.proxy = new CountingProxy(database.login());
            this.first = new Samples(wal, proxy);
            this.replay = new Samples(wal, proxy);
            HikariConfig config = new HikariConfig();
            config.setMaximumPoolSize(1);
            config.setAutoCommit(false);
            this.design = type.open(new Node(
                    proxy.login(),
                    database.pool(proxy.login(), config),
                    new Business(database.server(), Duration.ZERO)));
        }

        void batch(boolean counted) throws Exception {
            List<Payment> payments = new ArrayList<>();
            for (int call = 0; call < calls; call++) {
                payments.add(Payment.of(keys.next()));
            }
            first.batch(payments, counted, payment -> {
                pay(payment);
                books.paid(type);
            });
            if (type.protects()) {
                replay.batch(payments, false, this::pay); // who reads first tidies up what updates left in the pages
                replay.batch(payments, counted, this::pay);
            }
        }

        private void pay(Payment payment) throws Exception {
            String answer = design.pay(payment);
            if (!answer.equals(payment.answer())) {
                throw new IllegalStateException(type.name() + " answered " + payment + " with " + answer);
            }
        }

        @Override
        public void close() throws IOException {
            design.close();
            proxy.close();
        }
    }
}
