package io.onlyonce.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.memory.MemoryTokenStore;
import io.onlyonce.memory.MemoryUsedMarks;
import io.onlyonce.testkit.contract.MultipleUseContract;
import io.onlyonce.testkit.contract.TokenDriver;
import io.onlyonce.testkit.contract.TokenStoreContract;
import io.onlyonce.token.ImmediateTokenStore;
import io.onlyonce.token.MultipleUse;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.SignedTokens;
import io.onlyonce.token.SigningKey;
import io.onlyonce.token.SigningKeys;
import io.onlyonce.token.TokenBinding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every token store must do, in memory. */
class MemoryTokensTest {
    @Nested
    class Stored extends TokenStoreContract {
        private final AdjustableClock clock = new AdjustableClock();
        private final MemoryTokenStore store = new MemoryTokenStore(clock);

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(store);
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            clock.setOn(Duration.ofHours(2));
        }

        @Override
        protected String dump() {
            return store.dump();
        }

        @Test
        @DisplayName("a purge deletes what expired, used or not, and nothing else, no more than its limit")
        void purge() {
            issued();
            assertConsumed(issued(), binding());
            issued();
            clock.setOn(Duration.ofHours(2));
            OneTimeToken lasting = issued();
            assertThat(store.purgeExpired(2)).isEqualTo(2);
            assertThat(store.purgeExpired(2)).isEqualTo(1);
            assertThat(store.size()).isEqualTo(1);
            assertConsumed(lasting, binding());
        }
    }

    @Nested
    class OfSeveralUses extends MultipleUseContract {
        private final AdjustableClock clock = new AdjustableClock();
        private final MemoryTokenStore store = new MemoryTokenStore(clock);

        @Override
        protected MultipleUse issuer() {
            return store;
        }

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(store);
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            clock.setOn(Duration.ofHours(2));
        }

        @Override
        protected String dump() {
            return store.dump();
        }
    }

    @Nested
    class Signed extends TokenStoreContract {
        private final AdjustableClock clock = new AdjustableClock();
        private final MemoryUsedMarks marks = new MemoryUsedMarks(clock);
        private final ImmediateTokenStore store = new SignedTokens(
                        SigningKeys.of(new SigningKey(
                                "k1", "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII))),
                        Duration.ofMinutes(1),
                        clock)
                .markedAtOnce(marks);

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(store);
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            clock.setOn(Duration.ofHours(2));
        }

        @Override
        protected String dump() {
            return marks.dump();
        }

        @Test
        @DisplayName("a purge takes no mark away before its token is refused for its age")
        void purge() {
            OneTimeToken token = issued();
            assertConsumed(token, binding());
            clock.setOn(LIFETIME.plusSeconds(30));
            assertThat(marks.purgeExpired(10)).isZero();
            assertRefused(token, binding());
            clock.setOn(Duration.ofMinutes(10));
            assertThat(marks.purgeExpired(10)).isEqualTo(1);
            assertRefused(token, binding());
        }
    }
}
