package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.redis.RedisStockGate.Hold;
import io.onlyonce.testkit.Herd;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the gate in front of a stock must do, on each kind of server. */
abstract class StockGateSuite {
    private static final int ROUNDS = 50;
    private static final Duration ANY_AGE = Duration.ZERO;

    private final RedisStockGate gate;
    private final String item = "SKU-" + UUID.randomUUID();

    StockGateSuite(Records records) {
        this.gate = new RedisStockGate(records.access(), records.prefix());
    }

    /** Takes more than there can be, which changes nothing. */
    private long left(String item) {
        return ((Taking.TooLittle) gate.take(item, 1_000_000_000, "somebody")).left();
    }

    @Test
    @DisplayName("an item is unknown until it is loaded; loading it again changes nothing")
    void unknown() {
        assertThat(gate.take(item, 1, "a")).isEqualTo(new Taking.Unknown());
        gate.correct(item, 5);
        assertThat(gate.take(item, 1, "a")).isEqualTo(new Taking.Unknown());
        gate.load(item, 10);
        assertThat(gate.take(item, 4, "a")).isEqualTo(new Taking.Taken());
        gate.load(item, 100);
        assertThat(gate.take(item, 7, "b")).isEqualTo(new Taking.TooLittle(6));
        assertThat(gate.take(item, 6, "b")).isEqualTo(new Taking.Taken());
        assertThat(left(item)).isZero();
    }

    @Test
    @DisplayName("a hold is given back once, or settled once, and never both; whoever holds nothing changes nothing")
    void endings() {
        gate.load(item, 10);
        gate.take(item, 4, "a");
        gate.take(item, 3, "b");
        gate.giveBack(item, "a");
        gate.giveBack(item, "a");
        gate.giveBack(item, "nobody");
        assertThat(left(item)).isEqualTo(7);
        gate.settle(item, "b");
        gate.settle(item, "b");
        gate.giveBack(item, "b");
        assertThat(left(item)).isEqualTo(7);
        assertThat(gate.holds(item, ANY_AGE)).isEmpty();
        assertThat(gate.take(item, 7, "a")).isEqualTo(new Taking.Taken());
    }

    @Test
    @DisplayName("holds are told with their references, by age; a correction subtracts what is held")
    void reconciliation() {
        assertThat(gate.holds(item, ANY_AGE)).isEmpty();
        gate.load(item, 10);
        gate.take(item, 4, "a 1");
        gate.take(item, 3, "b");
        assertThat(gate.holds(item, ANY_AGE)).containsExactlyInAnyOrder(new Hold("a 1", 4), new Hold("b", 3));
        assertThat(gate.holds(item, Duration.ofHours(1))).isEmpty();
        gate.correct(item, 100);
        assertThat(left(item)).isEqualTo(93);
        gate.correct(item, 5);
        assertThat(left(item)).as("never told below zero").isZero();
        gate.giveBack(item, "a 1");
        assertThat(left(item)).isEqualTo(2);
        gate.settle(item, "b");
        gate.correct(item, 2);
        assertThat(left(item)).isEqualTo(2);
    }

    @Test
    @DisplayName("B-36 16 buyers with references of their own, fifty rounds: what is taken is what was there, exactly")
    void neverTooMuch() {
        for (int round = 0; round < ROUNDS; round++) {
            String hot = item + "/" + round;
            gate.load(hot, 10);
            List<Taking> takings = Herd.of(16).runAll(member -> gate.take(hot, 1, "buyer-" + member));
            assertThat(takings).filteredOn(Taking.Taken.class::isInstance).hasSize(10);
            assertThat(takings)
                    .filteredOn(taking -> !(taking instanceof Taking.Taken))
                    .containsOnly(new Taking.TooLittle(0));
            assertThat(gate.holds(hot, ANY_AGE)).hasSize(10);
            assertThat(left(hot)).isZero();
        }
    }

    @Test
    @DisplayName("B-36 16 buyers who give back, settle and ask again, fifty rounds: nothing appears, nothing vanishes")
    void comingAndGoing() {
        gate.load(item, 1000);
        for (int round = 0; round < ROUNDS; round++) {
            String buyer = "round-" + round + "/";
            List<Taking> takings = Herd.of(16).runAll(member -> {
                Taking taking = gate.take(item, 2, buyer + member);
                if (member % 2 == 0) {
                    gate.settle(item, buyer + member);
                } else {
                    gate.giveBack(item, buyer + member);
                }
                return taking;
            });
            assertThat(takings).containsOnly(new Taking.Taken());
            assertThat(left(item)).isEqualTo(1000 - 16L * (round + 1));
        }
        assertThat(gate.holds(item, ANY_AGE)).isEmpty();
    }

    @Test
    @DisplayName("one reference, asked for by 16 at once, fifty rounds: counted once, and given back once")
    void sameReference() {
        gate.load(item, 10);
        for (int round = 0; round < ROUNDS; round++) {
            String reference = "round-" + round;
            assertThat(Herd.of(16).runAll(member -> gate.take(item, 3, reference)))
                    .containsOnly(new Taking.Taken());
            assertThat(left(item)).isEqualTo(7);
            Herd.of(16).runAll(member -> {
                gate.giveBack(item, reference);
                return member;
            });
            assertThat(left(item)).isEqualTo(10);
        }
    }

    @Test
    @DisplayName("less than one piece is a mistake")
    void nothing() {
        assertThatThrownBy(() -> gate.take(item, 0, "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("quantity is 0");
    }
}
