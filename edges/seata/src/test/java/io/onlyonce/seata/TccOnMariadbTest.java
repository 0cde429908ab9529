package io.onlyonce.seata;

import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.Nested;

class TccOnMariadbTest {
    @Nested
    class OneAfterTheOther extends TccSuite {
        @Override
        Ledger newLedger() {
            return new JdbcLedger(TestServers.mariadb());
        }
    }

    @Nested
    class AtOnce extends TccRaces {
        @Override
        Ledger newLedger() {
            return new JdbcLedger(TestServers.mariadb());
        }
    }
}
