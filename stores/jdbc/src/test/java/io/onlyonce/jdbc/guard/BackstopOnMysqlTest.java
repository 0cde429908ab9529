package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.Tables;
import io.onlyonce.testkit.server.OnMySql;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Unique inserts, row locks and the index guard on MySQL 8. */
@OnMySql
class BackstopOnMysqlTest {
    private static Tables tables;

    @BeforeAll
    static void open() {
        tables = Tables.in(TestServers.mysql());
        UniqueInsertsSuite.createTable(tables);
        RowLocksSuite.createTable(tables);
    }

    @AfterAll
    static void close() {
        tables.close();
    }

    @Nested
    class Inserts extends UniqueInsertsSuite {
        Inserts() {
            super(tables);
        }
    }

    @Nested
    class Locks extends RowLocksSuite {
        Locks() {
            super(tables);
        }
    }

    @Nested
    class Indexes extends IndexGuardSuite {
        Indexes() {
            super(tables);
        }
    }
}
