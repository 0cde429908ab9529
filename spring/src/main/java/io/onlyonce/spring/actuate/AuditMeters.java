package io.onlyonce.spring.actuate;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onlyonce.audit.AuditTrail;

/** Counter {@code onlyonce.audit.lost}: decisions that stand in the audit log only, because the table could not take them. Thread-safe. */
public final class AuditMeters implements MeterBinder {
    private final AuditTrail trail;

    public AuditMeters(AuditTrail trail) {
        this.trail = trail;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("onlyonce.audit.lost", trail, AuditTrail::lost)
                .description("Decisions that stand in the audit log only, because the table could not take them.")
                .register(registry);
    }
}
