package io.onlyonce.spring.actuate;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.spring.EngineDecorator;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes each call an observation named {@value #NAME}, so that it stands as a span in traces, with what it does inside: low-cardinality values {@code operation} and {@code
 * decision}, high-cardinality value {@code onlyonce.record}. Neither scope nor key is among them. Thread-safe.
 */
public final class ObservedCalls implements EngineDecorator, Probe {
    /** The observations' name. */
    public static final String NAME = "onlyonce.operation";

    private final Supplier<ObservationRegistry> registry;

    /**
     * @param registry asked at each call: engines are made before an application's registry has its handlers
     */
    public ObservedCalls(Supplier<ObservationRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public OnlyOnce decorate(OnlyOnce engine) {
        return new OnlyOnce() {
            @Override
            public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, Work<T> work)
                    throws Exception {
                Observation observation = Observation.createNotStarted(NAME, registry.get())
                        .contextualName(operation.name())
                        .lowCardinalityKeyValue("operation", operation.name())
                        .lowCardinalityKeyValue("decision", "none");
                return observation.<Outcome<T>, Exception>observeChecked(() -> engine.run(operation, call, work));
            }
        };
    }

    @Override
    public void reached(Point point, RecordKey key) {}

    @Override
    public void decided(Decision decision) {
        Observation current = registry.get().getCurrentObservation();
        if (current != null && NAME.equals(current.getContext().getName())) {
            current.lowCardinalityKeyValue("decision", decision.kind().name().toLowerCase(Locale.ROOT))
                    .highCardinalityKeyValue(
                            "onlyonce.record", decision.key().id().toUuid().toString());
        }
    }
}
