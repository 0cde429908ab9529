package io.onlyonce.benchmarks.report;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Figures by name, beside the tables that people read: what a goal is compared with. */
public final class Ledger {
    private final Map<String, Spread> figures;
    private final String prefix;

    /** An empty one. */
    public Ledger() {
        this(new TreeMap<>(), "");
    }

    private Ledger(Map<String, Spread> figures, String prefix) {
        this.figures = figures;
        this.prefix = prefix;
    }

    /** The same figures, for somebody whose names begin with this. */
    public Ledger under(String name) {
        return new Ledger(figures, prefix + name + "/");
    }

    /** Writes a figure down. */
    public void put(String name, Spread value) {
        figures.put(prefix + name, value);
    }

    /** Writes down what was counted, not measured. */
    public void put(String name, double value) {
        put(name, new Spread(value, value, value));
    }

    /** A figure, if it was written down. */
    public Optional<Spread> find(String name) {
        return Optional.ofNullable(figures.get(prefix + name));
    }
}
