package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Scope;
import io.onlyonce.testkit.Herd;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.MultipleUse;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenTerms;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of a store whose tokens may have several uses. A store's test gives {@link #issuer()} beside what {@link TokenFixture} asks for. */
public abstract class MultipleUseContract extends TokenFixture {
    private static final int HERD = 50;
    private static final int ROUNDS = 50;

    /** The store that {@link #tokens()} drives. */
    protected abstract MultipleUse issuer();

    private OneTimeToken issued(int uses) {
        return tokens().durably(() -> issuer().issue(binding(), new TokenTerms(LIFETIME, uses)))
                .token();
    }

    @Test
    @DisplayName("B-11 a token of three uses is consumed three times")
    void threeTimes() {
        OneTimeToken token = issued(3);
        assertConsumed(token, binding());
        assertConsumed(token, binding());
        assertConsumed(token, binding());
        assertRefused(token, binding());
    }

    @Test
    @DisplayName("B-13 a foreign attempt takes none of the uses")
    void foreign() {
        OneTimeToken token = issued(2);
        assertConsumed(token, binding());
        assertRefused(token, TokenBinding.of("create-order", Scope.of("stranger")));
        assertRefused(token, binding().on("1"));
        assertConsumed(token, binding());
        assertRefused(token, binding());
    }

    @Test
    @DisplayName("an expired token is refused whatever uses it has left")
    void expired() {
        OneTimeToken token = issued(3);
        assertConsumed(token, binding());
        expire(token, binding());
        assertRefused(token, binding());
    }

    @Test
    @DisplayName(
            "B-11 the race: 50 rounds of a token of three uses and 50 who try to consume it at once: exactly three do")
    void race() {
        for (int round = 0; round < ROUNDS; round++) {
            OneTimeToken token = issued(3);
            assertThat(Herd.of(HERD).runAll(member -> tokens().consume(token, binding())))
                    .filteredOn(Consumption.Consumed.class::isInstance)
                    .as("consumers in round %d", round)
                    .hasSize(3);
        }
    }

    @Test
    @DisplayName("no use at all, and too many, are refused before a token is issued")
    void usesAtTheEdges() {
        assertThatThrownBy(() -> new TokenTerms(LIFETIME, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TokenTerms(LIFETIME, 1_000_001)).isInstanceOf(IllegalArgumentException.class);
        assertConsumed(issued(1_000_000), binding());
    }
}
