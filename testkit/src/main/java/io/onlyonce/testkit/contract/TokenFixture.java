package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Scope;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import java.time.Duration;
import java.util.UUID;

/**
 * What a token suite needs of its pupil, and the words that its cases are written in.
 *
 * <p>The cases issue tokens to random subjects, so several suites may share one table; they need no empty one.
 */
public abstract class TokenFixture {
    /** How long the tokens are good that a case may let expire. */
    protected static final Duration LIFETIME = Duration.ofMinutes(10);
    /** How long the tokens are good that must outlive them. */
    protected static final Duration LONG_LIFETIME = Duration.ofDays(300);

    private final Scope subject = Scope.of("tenant", UUID.randomUUID().toString());
    private final TokenBinding binding = TokenBinding.of("create-order", subject);

    /** Drives the store. */
    protected abstract TokenDriver tokens();

    /**
     * Moves the end of this token's life into the past. A store with an adjustable clock may set it on by two hours instead: the cases expire no token that is
     * good for longer than {@link #LIFETIME}.
     */
    protected abstract void expire(OneTimeToken token, TokenBinding binding);

    /** All that another client of the store finds in it, as text. */
    protected abstract String dump();

    /** What most tokens of this test are bound to. */
    protected final TokenBinding binding() {
        return binding;
    }

    protected final OneTimeToken issued() {
        return tokens().issue(binding, LIFETIME).token();
    }

    protected final void assertConsumed(OneTimeToken token, TokenBinding wanted) {
        assertThat(tokens().consume(token, wanted))
                .as("%s for %s", token, wanted)
                .isEqualTo(new Consumption.Consumed());
    }

    protected final void assertRefused(OneTimeToken token, TokenBinding wanted) {
        assertThat(tokens().consume(token, wanted))
                .as("%s for %s", token, wanted)
                .isEqualTo(new Consumption.Refused());
    }
}
