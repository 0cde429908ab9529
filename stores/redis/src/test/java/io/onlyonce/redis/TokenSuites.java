package io.onlyonce.redis;

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
import io.onlyonce.token.TokenHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The contracts of {@link RedisTokenStore} and {@link RedisUsedMarks} on some server. */
final class TokenSuites {
    private TokenSuites() {}

    abstract static class Stored extends TokenStoreContract {
        private final Records records;

        Stored(Records records) {
            this.records = records;
        }

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(records.tokens());
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            records.expire(TokenHash.of(token, binding));
        }

        @Override
        protected String dump() {
            return records.dump();
        }
    }

    abstract static class OfSeveralUses extends MultipleUseContract {
        private final Records records;

        OfSeveralUses(Records records) {
            this.records = records;
        }

        @Override
        protected MultipleUse issuer() {
            return records.tokens();
        }

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(records.tokens());
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            records.expire(TokenHash.of(token, binding));
        }

        @Override
        protected String dump() {
            return records.dump();
        }
    }

    abstract static class Signed extends TokenStoreContract {
        private final Records records;
        private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        private final ImmediateTokenStore store;

        Signed(Records records) {
            this.records = records;
            this.store = signed(() -> Instant.now().plus(ahead.get()), records);
        }

        static ImmediateTokenStore signed(InstantSource clock, Records records) {
            SigningKey key =
                    new SigningKey("k1", "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
            return new SignedTokens(SigningKeys.of(key), Duration.ofMinutes(1), clock).markedAtOnce(records.marks());
        }

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(store);
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            ahead.set(Duration.ofHours(2));
        }

        @Override
        protected String dump() {
            return records.dump();
        }
    }
}
