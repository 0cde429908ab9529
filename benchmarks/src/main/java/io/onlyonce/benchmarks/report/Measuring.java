package io.onlyonce.benchmarks.report;

import java.util.concurrent.Callable;

/** A command that writes its figures down, besides printing them. */
public interface Measuring extends Callable<Integer> {
    /** Where to; without it nowhere. */
    void into(Ledger ledger);
}
