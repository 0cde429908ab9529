package io.onlyonce.benchmarks.wire;

import io.onlyonce.benchmarks.design.Payment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** What calls of one kind have cost so far. */
final class Samples {
    private final Wal wal;
    private final CountingProxy proxy;
    private final List<Counts> counts = new ArrayList<>();
    private final List<Double> walBytes = new ArrayList<>();

    Samples(Wal wal, CountingProxy proxy) {
        this.wal = wal;
        this.proxy = proxy;
    }

    interface Paying {
        void pay(Payment payment) throws Exception;
    }

    void batch(List<Payment> payments, boolean counted, Paying paying) throws Exception {
        List<Counts> batch = new ArrayList<>();
        long walBefore = wal.position();
        for (Payment payment : payments) {
            Counts before = proxy.counts();
            paying.pay(payment);
            batch.add(proxy.counts().since(before));
        }
        long walAfter = wal.position();
        if (counted) {
            counts.addAll(batch);
            walBytes.add((double) (walAfter - walBefore) / payments.size());
        }
    }

    Cost.Call cost() {
        if (counts.isEmpty()) {
            return new Cost.Call(new Counts(0, 0, 0), 0, 0);
        }
        List<Double> sorted = walBytes.stream().sorted().toList();
        Counts middle = new Counts(median(Counts::roundTrips), median(Counts::statements), median(Counts::commits));
        return new Cost.Call(middle, sorted.get(sorted.size() / 2), sorted.get(0));
    }

    private long median(ToLongFunction<Counts> value) {
        return counts.stream()
                .mapToLong(value)
                .sorted()
                .skip(counts.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
