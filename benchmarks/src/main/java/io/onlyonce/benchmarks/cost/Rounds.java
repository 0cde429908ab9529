package io.onlyonce.benchmarks.cost;

import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.report.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Slices of all designs in turn, round by round, so that what changes on the machine in the course of minutes hits all of them. A ratio compares two
 * slices of the same round. Each round begins with another design, so that none has the same one before it each time.
 */
public final class Rounds {
    private final Map<DesignType, List<Slice>> slices = new LinkedHashMap<>();
    private final DesignType bare;

    private Rounds(List<DesignType> types) {
        this.bare = types.get(0);
        types.forEach(type -> slices.put(type, new ArrayList<>()));
    }

    /** {@link Pace#run}. */
    static Rounds run(Payers payers, Map<DesignType, Design> designs, int rounds, Duration warmUp, Duration slice)
            throws Exception {
        List<DesignType> order = new ArrayList<>(designs.keySet());
        Rounds result = new Rounds(order);
        for (Map.Entry<DesignType, Design> design : designs.entrySet()) {
            payers.pay(design.getKey(), design.getValue(), warmUp);
        }
        for (int round = 0; round < rounds; round++) {
            for (DesignType type : order) {
                Design design = Objects.requireNonNull(designs.get(type));
                result.slices(type).add(payers.pay(type, design, slice));
            }
            Collections.rotate(order, 1);
        }
        return result;
    }

    private List<Slice> slices(DesignType type) {
        return Objects.requireNonNull(slices.get(type));
    }

    /** A measure of one design. */
    public Spread of(DesignType type, ToDoubleFunction<Slice> measure) {
        return Spread.of(slices(type).stream().map(measure::applyAsDouble).toList());
    }

    /** The same as a multiple of what the bare transaction had in the same round. */
    public Spread ratio(DesignType type, ToDoubleFunction<Slice> measure) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < slices(type).size(); round++) {
            ratios.add(measure.applyAsDouble(slices(type).get(round))
                    / measure.applyAsDouble(slices(bare).get(round)));
        }
        return Spread.of(ratios);
    }

    /** How many payments failed. */
    public int errors() {
        return slices.values().stream()
                .flatMap(List::stream)
                .mapToInt(Slice::errors)
                .sum();
    }

    /** What the first failures were, with their designs. */
    public List<String> firstErrors() {
        List<String> errors = new ArrayList<>();
        slices.forEach((type, all) -> all.stream()
                .filter(slice -> slice.firstError() != null)
                .findFirst()
                .ifPresent(slice -> errors.add(type.name() + ": " + slice.firstError())));
        return errors;
    }
}
