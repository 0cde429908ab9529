package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.redis.RedisSafety.Finding;
import io.onlyonce.redis.RedisSafety.Kind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every leased store and every token store must do, on a cluster of three nodes. */
class ClusterContractTest {
    private static ThreeNodes cluster;
    private static Records records;

    @BeforeAll
    static void open() {
        cluster = new ThreeNodes();
        records = Records.onCluster(cluster.uri(), "shop:");
    }

    @AfterAll
    static void close() {
        records.close();
        cluster.close();
    }

    @Test
    @DisplayName("records spread over all nodes, and each node's settings are looked at")
    void spread() {
        for (int i = 0; i < 100; i++) {
            records.store().claim(CasesSuite.request(new io.onlyonce.record.RecordKey("alice", "pay", "k" + i)));
        }
        assertThat(cluster.keysPerNode("shop:")).hasSize(3).allMatch(keys -> keys > 10);
        cluster.configure(1, "maxmemory-policy", "allkeys-lru");
        assertThat(RedisSafety.check(records.access()))
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(Kind.KEEPS_NOTHING, Kind.EVICTS_KEYS);
        cluster.configure(1, "maxmemory-policy", "noeviction");
    }

    @Nested
    class LeasedRecords extends LeasedSuite {
        LeasedRecords() {
            super(records);
        }
    }

    @Nested
    class Lookups extends FindSuite {
        Lookups() {
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
