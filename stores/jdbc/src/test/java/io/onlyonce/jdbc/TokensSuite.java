package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Scope;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.testkit.contract.MultipleUseContract;
import io.onlyonce.testkit.contract.TokenDriver;
import io.onlyonce.testkit.contract.TransactionalTokenStoreContract;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.Issued;
import io.onlyonce.token.MultipleUse;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.SignedTokens;
import io.onlyonce.token.SigningKey;
import io.onlyonce.token.SigningKeys;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TransactionalTokenStore;
import io.onlyonce.transaction.TransactionRunner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every token store must do, and the gate over it, on some database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TokensSuite {
    private Tables tables;

    abstract TestDatabase newDatabase();

    /** The sessions in use: an isolation level, for example. */
    DataSource sessions(DataSource pool) {
        return pool;
    }

    @BeforeAll
    void open() {
        TestDatabase database = newDatabase();
        tables = Tables.in(database, sessions(database.dataSource(24)));
    }

    @AfterAll
    void close() {
        tables.close();
    }

    @Nested
    class Stored extends TransactionalTokenStoreContract {
        private final JdbcTokenStore store = new JdbcTokenStore(tables.transactions());

        @Override
        protected TransactionalTokenStore store() {
            return store;
        }

        @Override
        protected TransactionRunner transactions() {
            return tables.transactions();
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            tables.expire(token, binding);
        }

        @Override
        protected String dump() {
            return tables.dump("onlyonce_token");
        }

        @Test
        @DisplayName("purpose, subject and target stand readable beside the hash; the use is counted and dated")
        void readable() {
            TokenBinding binding = new TokenBinding("readable", Scope.of("t", "ключ \u00fc\ud83d\ude00"), "order 7");
            OneTimeToken token = tokens().issue(binding, LIFETIME).token();
            assertConsumed(token, binding);
            String row = tables.dump("onlyonce_token");
            assertThat(row).contains("readable").contains("order 7");
            assertThat(tables.count(
                            "SELECT COUNT(*) FROM onlyonce_token WHERE id = ? AND uses_left = 0 AND used_at >= issued_at",
                            TokenHash.of(token, binding).bytes()))
                    .isEqualTo(1);
        }
    }

    @Nested
    class OfSeveralUses extends MultipleUseContract {
        private final JdbcTokenStore store = new JdbcTokenStore(tables.transactions());

        @Override
        protected MultipleUse issuer() {
            return store;
        }

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(store, tables.transactions());
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            tables.expire(token, binding);
        }

        @Override
        protected String dump() {
            return tables.dump("onlyonce_token");
        }
    }

    @Nested
    class Signed extends TransactionalTokenStoreContract {
        private Duration ahead = Duration.ZERO;
        private final SignedTokens signed = new SignedTokens(
                SigningKeys.of(
                        new SigningKey("k1", "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII))),
                Duration.ofMinutes(1),
                () -> InstantSource.system().instant().plus(ahead));
        private final TransactionalTokenStore store =
                signed.markedInTransaction(new JdbcUsedMarks(tables.transactions()));

        @Override
        protected TransactionalTokenStore store() {
            return store;
        }

        @Override
        protected TransactionRunner transactions() {
            return tables.transactions();
        }

        @Override
        protected boolean issuedWithoutStore() {
            return true;
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            ahead = ahead.plusHours(2);
        }

        @Override
        protected String dump() {
            return tables.dump("onlyonce_used_mark");
        }
    }

    @Nested
    class Maintenance {
        private final JdbcTokenMaintenance maintenance = new JdbcTokenMaintenance(tables.pool());
        private final JdbcTokenStore store = new JdbcTokenStore(tables.transactions());
        private final JdbcUsedMarks marks = new JdbcUsedMarks(tables.transactions());
        private final TokenDriver tokens = TokenDriver.of(store, tables.transactions());
        private final TokenBinding binding = TokenBinding.of("purge", Scope.of("purger"));

        @BeforeEach
        void clear() {
            tables.database().execute("DELETE FROM onlyonce_token", "DELETE FROM onlyonce_used_mark");
        }

        private OneTimeToken expired() {
            Issued issued = tokens.issue(binding, Duration.ofMinutes(10));
            tables.expire(issued.token(), binding);
            return issued.token();
        }

        private void marked(Instant until) {
            tokens.durably(() -> marks.mark(TokenHash.of(OneTimeToken.random(), binding), until));
        }

        private long rows() {
            return tables.count("SELECT COUNT(*) FROM onlyonce_token")
                    + tables.count("SELECT COUNT(*) FROM onlyonce_used_mark");
        }

        @Test
        @DisplayName(
                "B-43 a purge deletes expired tokens and marks, used or not, no more than its limit, and nothing else")
        void purges() {
            OneTimeToken live = tokens.issue(binding, Duration.ofMinutes(10)).token();
            for (int i = 0; i < 5; i++) {
                expired();
                marked(Instant.now().minusSeconds(60));
            }
            marked(Instant.now().plusSeconds(600));
            assertThat(List.of(
                            maintenance.purgeExpired(4),
                            maintenance.purgeExpired(4),
                            maintenance.purgeExpired(4),
                            maintenance.purgeExpired(4)))
                    .containsExactly(4, 4, 2, 0);
            assertThat(rows()).isEqualTo(2);
            assertThat(tokens.consume(live, binding)).isEqualTo(new Consumption.Consumed());
        }

        @Test
        @DisplayName("B-43 what had expired before the end of the last full batch, and comes to light later, goes too")
        void earlierThanTheLast() {
            for (int i = 0; i < 3; i++) {
                expired();
                marked(Instant.now().minusSeconds(60));
            }
            assertThat(maintenance.purgeExpired(3)).isEqualTo(3);
            assertThat(maintenance.purgeExpired(3)).isEqualTo(3);
            OneTimeToken late = expired();
            assertThat(tables.update(
                            "UPDATE onlyonce_token SET expires_at = '2000-01-01 00:00:00' WHERE id = ?",
                            TokenHash.of(late, binding).bytes()))
                    .isEqualTo(1);
            marked(Instant.now().minusSeconds(6000));
            assertThat(maintenance.purgeExpired(3)).isEqualTo(2);
            assertThat(rows()).isZero();
        }

        @Test
        @DisplayName("B-43 a purge passes by a token that is being used, and does not wait for it")
        void passesBy() {
            OneTimeToken token = tokens.issue(binding, Duration.ofMinutes(10)).token();
            expired();
            try (SideTransaction side = SideTransaction.begin(tables.transactions())) {
                side.call(() -> store.consume(token, binding));
                assertThat(Herd.of(1).runAll(member -> maintenance.purgeExpired(10)))
                        .containsExactly(1);
                side.commit();
            }
            assertThat(rows()).isEqualTo(1);
        }

        @Test
        @DisplayName("B-43 four purgers at once delete each expired token once")
        void atOnce() {
            for (int i = 0; i < 60; i++) {
                expired();
            }
            List<Integer> deleted = Herd.of(4).runAll(member -> {
                int sum = 0;
                for (int last = 10; last > 0; ) {
                    last = maintenance.purgeExpired(10);
                    sum += last;
                }
                return sum;
            });
            int rest = maintenance.purgeExpired(100);
            assertThat(deleted.stream().mapToInt(Integer::intValue).sum() + rest)
                    .isEqualTo(60);
            assertThat(rows()).isZero();
        }
    }

    @Nested
    class Gate extends TokenGateSuite {
        Gate() {
            super(tables);
        }
    }
}
