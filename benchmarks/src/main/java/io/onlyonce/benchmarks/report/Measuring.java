package io.onlyonce.benchmarks.report;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that writes its figures down, besides printing them. */
public abstract class Measuring implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create(); // picocli puts the real one here

    private Ledger ledger = new Ledger();

    /** Where to; without it nowhere. */
    public final void into(Ledger given) {
        ledger = given;
    }

    /** Where the figures go. */
    protected final Ledger ledger() {
        return ledger;
    }

    /** What people read. */
    protected final PrintWriter terminal() {
        return spec.commandLine().getOut();
    }
}
