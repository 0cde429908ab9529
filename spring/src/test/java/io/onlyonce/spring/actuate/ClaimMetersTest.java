package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordSearch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClaimMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private long now = Long.MAX_VALUE - 1; // a clock of this kind may run over
    private int asked;
    private boolean down;

    private final RecordSearch search = new RecordSearch() {
        @Override
        public Optional<FoundRecord> find(RecordId id) {
            return Optional.empty();
        }

        @Override
        public List<FoundRecord> openClaims(int limit) {
            return List.of();
        }

        @Override
        public Claims countClaims() {
            asked++;
            if (down) {
                throw new StoreUnavailableException(new SQLException("cut"));
            }
            return new Claims(3, asked);
        }
    };

    private double gauge(String state) {
        return registry.get("onlyonce.claims").tag("state", state).gauge().value();
    }

    @Test
    @DisplayName(
            "claims are counted at most once in ten seconds; a store that is down gives no number, and one that is back does")
    void counted() {
        new ClaimMeters(search, () -> now).bindTo(registry);
        assertThat(gauge("working")).isEqualTo(3);
        assertThat(gauge("abandoned")).isEqualTo(1);
        assertThat(asked).isEqualTo(1);
        now += Duration.ofSeconds(10).toNanos();
        assertThat(gauge("abandoned")).isEqualTo(2);
        down = true;
        now += Duration.ofSeconds(10).toNanos();
        assertThat(gauge("working")).isNaN();
        down = false;
        assertThat(gauge("working")).isNaN();
        now += Duration.ofSeconds(10).toNanos();
        assertThat(gauge("working")).isEqualTo(3);
    }
}
