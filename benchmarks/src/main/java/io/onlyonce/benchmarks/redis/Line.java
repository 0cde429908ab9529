package io.onlyonce.benchmarks.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What the rounds of one contestant came to. Medians, as machines are noisy. */
final class Line {
    private final Contestant contestant;
    private final int threads;
    private final List<Double> perSecond = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();
    private final List<Double> clientMicros = new ArrayList<>();
    private final List<Double> serverMicros = new ArrayList<>();
    private long operations;
    private long scripts;
    private long reads;
    private long records;

    Line(Contestant contestant, int threads) {
        this.contestant = contestant;
        this.threads = threads;
    }

    /**
     * @param ping what the pings of the same round made
     * @param found how many records were there afterwards
     */
    void add(Slice slice, ServerCounts counts, Slice ping, long found) {
        perSecond.add(slice.perSecond());
        ratios.add(slice.perSecond() * contestant.roundTrips() / ping.perSecond());
        clientMicros.add(slice.cpuMicros());
        serverMicros.add(counts.cpuMicros() / slice.operations());
        operations += slice.operations();
        scripts += counts.scripts();
        reads += counts.reads();
        records += found;
    }

    Contestant contestant() {
        return contestant;
    }

    int threads() {
        return threads;
    }

    double perSecond() {
        return median(perSecond);
    }

    /** Throughput over that of as many PINGs. */
    double ratio() {
        return median(ratios);
    }

    /** This process's processor time for one operation. */
    double clientMicros() {
        return median(clientMicros);
    }

    /** The server's processor time for one operation. */
    double serverMicros() {
        return median(serverMicros);
    }

    long operations() {
        return operations;
    }

    /** How many scripts all operations had run. */
    long scripts() {
        return scripts;
    }

    /** How many records all operations left. */
    long records() {
        return records;
    }

    /** How many commands the server read at once, on average; 0 where it does not count its reads. */
    double commandsPerRead() {
        return reads == 0 ? 0 : (double) operations * contestant.roundTrips() / reads;
    }

    static double median(Collection<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
