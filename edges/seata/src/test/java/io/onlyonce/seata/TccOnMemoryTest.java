package io.onlyonce.seata;

import org.junit.jupiter.api.Nested;

class TccOnMemoryTest {
    @Nested
    class OneAfterTheOther extends TccSuite {
        @Override
        Ledger newLedger() {
            return new MemoryLedger();
        }
    }

    @Nested
    class AtOnce extends TccRaces {
        @Override
        Ledger newLedger() {
            return new MemoryLedger();
        }
    }
}
