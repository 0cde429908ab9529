package io.onlyonce.redis;

import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** What every leased store and every token store must do, on the embedded Redis 6.2. */
class EmbeddedContractTest {
    private static PrivateRedis redis;
    private static Records records;

    @BeforeAll
    static void open() {
        redis = TestServers.embeddedRedis();
        records = Records.on(redis.uri(), "shop:");
    }

    @AfterAll
    static void close() {
        records.close();
        redis.close();
    }

    @Nested
    class LeasedRecords extends LeasedSuite {
        LeasedRecords() {
            super(records);
        }
    }

    @Nested
    class Finding extends FindSuite {
        Finding() {
            super(records);
        }
    }

    @Nested
    class OnlyOnceOverRecords extends OnlyOnceSuite {
        OnlyOnceOverRecords() {
            super(records);
        }
    }

    @Nested
    class Cases extends CasesSuite {
        Cases() {
            super(records);
        }
    }

    @Nested
    class Tokens extends TokenSuites.Stored {
        Tokens() {
            super(records);
        }
    }

    @Nested
    class TokensOfSeveralUses extends TokenSuites.OfSeveralUses {
        TokensOfSeveralUses() {
            super(records);
        }
    }

    @Nested
    class SignedTokens extends TokenSuites.Signed {
        SignedTokens() {
            super(records);
        }
    }

    @Nested
    class TokenCases extends TokenCasesSuite {
        TokenCases() {
            super(records);
        }
    }

    @Nested
    class Gate extends TokenGateSuite {
        Gate() {
            super(records);
        }
    }

    @Nested
    class StockGate extends StockGateSuite {
        StockGate() {
            super(records);
        }
    }
}
