package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** What every store and runner must do, on MariaDB. */
class MariadbContractTest {
    private static Tables tables;

    @BeforeAll
    static void open() {
        tables = Tables.in(TestServers.mariadb());
    }

    @AfterAll
    static void close() {
        tables.close();
    }

    @Nested
    class Transactions extends TransactionsSuite {
        Transactions() {
            super(tables);
        }
    }

    @Nested
    class TransactionalRecords extends TransactionalSuite {
        TransactionalRecords() {
            super(tables);
        }
    }

    @Nested
    class LeasedRecords extends LeasedSuite {
        LeasedRecords() {
            super(tables);
        }
    }

    @Nested
    class MaintenanceOfTransactionalRecords extends MaintenanceSuite {
        MaintenanceOfTransactionalRecords() {
            super(tables, transactional(tables));
        }
    }

    @Nested
    class MaintenanceOfLeasedRecords extends MaintenanceSuite {
        MaintenanceOfLeasedRecords() {
            super(tables, leased(tables));
        }
    }

    @Nested
    class RefusedRecords extends RefusedSuite {
        RefusedRecords() {
            super(tables);
        }
    }

    @Nested
    class SearchOfRecords extends SearchSuite {
        SearchOfRecords() {
            super(tables);
        }
    }

    @Nested
    class Audit extends AuditSuite {
        Audit() {
            super(tables);
        }
    }

    @Nested
    class Engine extends EngineSuite {
        Engine() {
            super(tables);
        }
    }

    @Nested
    class Innodb extends InnodbSuite {
        Innodb() {
            super(tables);
        }
    }

    @Nested
    class OnlyOnceOverRecords extends OnlyOnceSuite {
        OnlyOnceOverRecords() {
            super(tables);
        }
    }

    @Nested
    class RecordAtEndOverRecords extends RecordAtEndSuite {
        RecordAtEndOverRecords() {
            super(tables);
        }
    }

    @Nested
    class OnlyOnceOverLeasedRecords extends LeasedOnlyOnceSuite {
        OnlyOnceOverLeasedRecords() {
            super(tables);
        }
    }
}
