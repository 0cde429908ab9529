package io.onlyonce.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The id of an audit entry")
class AuditIdTest {
    private static final long YEAR_2300 = 10_413_792_000_000_000L;

    @Property
    @Label("tells its time to the microsecond")
    void time(@ForAll @LongRange(max = YEAR_2300) long micros) {
        Instant time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        assertThat(AuditId.at(time).time()).isEqualTo(time);
    }

    @Property
    @Label("lies between the bounds of its microsecond, in the order of time")
    void order(@ForAll @LongRange(max = YEAR_2300) long micros) {
        Instant time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        AuditId id = AuditId.at(time);
        assertThat(id).isGreaterThanOrEqualTo(AuditId.from(time));
        assertThat(id).isLessThan(AuditId.from(time.plus(Duration.of(1, ChronoUnit.MICROS))));
    }

    @Test
    @DisplayName("brings times that it cannot hold to the nearer end")
    void ends() {
        assertThat(AuditId.from(Instant.MIN).time()).isEqualTo(Instant.EPOCH);
        assertThat(AuditId.from(Instant.MAX)).isGreaterThan(AuditId.from(Instant.parse("+10000-01-01T00:00:00Z")));
    }

    @Test
    @DisplayName("is a UUID of version 7, and no two are alike")
    void version() {
        Instant now = Instant.parse("2026-12-01T12:00:00Z");
        assertThat(AuditId.at(now).toUuid().version()).isEqualTo(7);
        assertThat(AuditId.at(now).toUuid().variant()).isEqualTo(2);
        assertThat(AuditId.at(now)).isNotEqualTo(AuditId.at(now));
    }
}
