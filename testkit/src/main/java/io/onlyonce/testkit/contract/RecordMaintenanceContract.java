package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.record.Claim;
import io.onlyonce.testkit.Herd;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link io.onlyonce.record.RecordMaintenance}. A store's test gives {@link #maintenance()}, the store itself as {@link #records()},
 * {@link #expire} and {@link #countRecords()}. The suite purges the whole table. A store that removes expired records by itself has nothing to purge and
 * passes {@link RecordFindContract}.
 */
public abstract class RecordMaintenanceContract extends RecordFindContract {
    private static final int ALL = 500;

    @BeforeEach
    void purgeWhatOthersLeft() {
        while (maintenance().purgeExpired(ALL) == ALL) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    @DisplayName("B-43 a purge deletes what expired and nothing else")
    void purgesExpired() {
        remember(key("live"), doneForLong("live"));
        long live = countRecords();
        expired(3);
        assertThat(maintenance().purgeExpired(ALL)).isEqualTo(3);
        assertThat(countRecords()).isEqualTo(live);
        assertDone(key("live"), "live");
        assertThat(maintenance().purgeExpired(ALL)).isZero();
    }

    @Test
    @DisplayName("B-43 a purge deletes no more than its limit, and tells when there is more")
    void purgesInBatches() {
        long before = countRecords();
        expired(10);
        assertThat(List.of(
                        maintenance().purgeExpired(4),
                        maintenance().purgeExpired(4),
                        maintenance().purgeExpired(4)))
                .containsExactly(4, 4, 2);
        assertThat(countRecords()).isEqualTo(before);
        assertThat(maintenance().purgeExpired(1)).isZero();
    }

    @Test
    @DisplayName("B-43 a purge passes by a live claim, and does not wait for it")
    void purgePassesByClaim() {
        records().whileClaimed(key("k"), () -> {
            expired(2);
            assertThat(maintenance().purgeExpired(ALL)).isEqualTo(2);
            assertThat(Herd.of(1)
                            .run(member -> maintenance().find(key("k")))
                            .get(0)
                            .failure())
                    .isNull();
        });
        assertFree(key("k"));
    }

    @Test
    @DisplayName("B-43 a purge passes by an expired record that is being claimed anew, and does not wait for it")
    void purgePassesByClaimOfExpired() {
        expired(1);
        records()
                .whileClaimed(
                        key("expired-0"),
                        () -> assertThat(maintenance().purgeExpired(ALL)).isZero());
        assertFree(key("expired-0"));
    }

    @Test
    @DisplayName("a purged key is new again")
    void purgedKey() {
        expired(1);
        assertThat(maintenance().purgeExpired(ALL)).isEqualTo(1);
        assertThat(remember(key("expired-0"), "new")).isInstanceOf(Claim.Claimed.class);
        assertDone(key("expired-0"), "new");
    }

    @Test
    @DisplayName("B-43 four purgers at once delete each expired record once")
    void purgersAtOnce() {
        long before = countRecords();
        expired(120);
        List<Integer> deleted = Herd.of(4).runAll(member -> {
            int sum = 0;
            int last = 10;
            while (last > 0) {
                last = maintenance().purgeExpired(10);
                sum += last;
            }
            return sum;
        });
        int left = maintenance().purgeExpired(ALL);
        assertThat(deleted.stream().mapToInt(Integer::intValue).sum() + left).isEqualTo(120);
        assertThat(countRecords()).isEqualTo(before);
    }

    @Test
    @DisplayName("B-43 purging beside requests fails nobody and loses nothing")
    void purgeBesideRequests() {
        expired(60);
        Herd.of(8).runAll(member -> {
            for (int i = 0; i < 10; i++) {
                if (member < 2) {
                    maintenance().purgeExpired(5);
                } else {
                    remember(key("member-" + member + "-" + i), doneForLong("live"));
                }
            }
            return true;
        });
        IntStream.range(2, 8)
                .forEach(member ->
                        IntStream.range(0, 10).forEach(i -> assertDone(key("member-" + member + "-" + i), "live")));
    }

    private void expired(int count) {
        IntStream.range(0, count).forEach(i -> remember(key("expired-" + i), "old"));
        IntStream.range(0, count).forEach(i -> expire(key("expired-" + i)));
    }
}
