package io.onlyonce.verify.junit;

import io.onlyonce.verify.report.Report;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** What an {@link IdempotencyTest} gets. Not thread-safe. */
public final class Verifier {
    private final Supplier<String> plan;
    private final UnaryOperator<PlanVerification> kept;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * @param plan its location, or an error that none was named
     * @param kept puts a run where it belongs, and notes that there is one
     */
    Verifier(Supplier<String> plan, UnaryOperator<PlanVerification> kept) {
        this.plan = plan;
        this.kept = kept;
    }

    /** Gives <code>${env.NAME}</code> in the plan this value: a port, for instance. */
    public Verifier set(String name, Object value) {
        values.put(name, value.toString());
        return this;
    }

    /**
     * Runs the annotation's plan, and fails if a rule was broken or nothing was proved.
     *
     * @throws AssertionError with the report as its message
     * @throws io.onlyonce.verify.plan.PlanException if it is no plan that can be followed
     */
    public Report verify() {
        return kept.apply(PlanVerification.read(plan.get(), values)).verify();
    }

    /** Verifies one request, without a plan file. */
    public Idempotency of(String url) {
        return Idempotency.of(url, kept);
    }
}
