package io.onlyonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Decision.Layer;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProbesTest {
    private static final RecordKey KEY = new RecordKey("tenant", "pay", "k1");
    private static final RecordKey OTHER = new RecordKey("tenant", "pay", "k2");

    @Test
    @DisplayName("a fault that comes once lets other points and later runs pass")
    void once() {
        FaultProbe probe = FaultProbe.once(Point.WORKED);
        probe.reached(Point.CLAIMED, KEY);
        assertThatThrownBy(() -> probe.reached(Point.WORKED, KEY))
                .isInstanceOfSatisfying(
                        InjectedFault.class, fault -> assertThat(fault.point()).isEqualTo(Point.WORKED));
        probe.reached(Point.WORKED, KEY);
    }

    @Test
    @DisplayName("a fault that comes always does not wear out, and one of no times never comes")
    void always() {
        FaultProbe probe = FaultProbe.always(Point.COMMITTED);
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> probe.reached(Point.COMMITTED, KEY)).isInstanceOf(InjectedFault.class);
        }
        FaultProbe.times(Point.COMMITTED, 0).reached(Point.COMMITTED, KEY);
    }

    @Test
    @DisplayName("exactly so many of a herd fail as were ordered")
    void herd() {
        FaultProbe probe = FaultProbe.times(Point.CLAIMED, 5);
        List<Herd.Ended<Boolean>> ends = Herd.of(16).run(member -> {
            probe.reached(Point.CLAIMED, KEY);
            return true;
        });
        assertThat(ends)
                .filteredOn(end -> end.failure() instanceof InjectedFault)
                .hasSize(5);
    }

    @Test
    @DisplayName("a recording probe keeps points and decisions by key and in order")
    void recording() {
        RecordingProbe probe = new RecordingProbe();
        probe.reached(Point.BEFORE_CLAIM, KEY);
        probe.reached(Point.BEFORE_CLAIM, OTHER);
        probe.reached(Point.CLAIMED, KEY);
        probe.decided(new Decision(Decision.Kind.FIRST, KEY, Layer.RECORD, 1, Summary.NONE, Duration.ZERO));
        probe.decided(new Decision(Decision.Kind.REPLAYED, OTHER, Layer.CACHE, 0, Summary.NONE, Duration.ZERO));
        assertThat(probe.points(KEY)).containsExactly(Point.BEFORE_CLAIM, Point.CLAIMED);
        assertThat(probe.decisions(KEY)).containsExactly(Decision.Kind.FIRST);
        assertThat(probe.decisions()).hasSize(2);
    }
}
