package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.Sessions;
import io.onlyonce.jdbc.guard.OrderTables.Kind;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Guarded transitions on MariaDB, at both levels. */
class TransitionsOnMariadbTest {
    private static TestDatabase database;
    private static OrderTables readCommitted;
    private static OrderTables repeatableRead;

    @BeforeAll
    static void open() {
        database = TestServers.mariadb();
        OrderTables.create(database);
        readCommitted = new OrderTables(
                Sessions.with(database.dataSource(12), "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED"),
                Kind.READ_COMMITTED);
        repeatableRead = new OrderTables(
                Sessions.with(database.dataSource(12), "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
                Kind.INNODB_SNAPSHOT);
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Nested
    class AtReadCommitted {
        @Nested
        class Readings extends TransitionReadingsSuite {
            Readings() {
                super(readCommitted);
            }
        }

        @Nested
        class Limits extends TransitionLimitsSuite {
            Limits() {
                super(readCommitted);
            }
        }

        @Nested
        class Sequences extends TransitionSequencesSuite {
            Sequences() {
                super(readCommitted);
            }
        }

        @Nested
        class Races extends TransitionRacesSuite {
            Races() {
                super(readCommitted);
            }
        }

        @Nested
        class Audit extends TransitionAuditSuite {
            Audit() {
                super(readCommitted);
            }
        }
    }

    @Nested
    class AtRepeatableRead {
        @Nested
        class Readings extends TransitionReadingsSuite {
            Readings() {
                super(repeatableRead);
            }
        }

        @Nested
        class Limits extends TransitionLimitsSuite {
            Limits() {
                super(repeatableRead);
            }
        }

        @Nested
        class Sequences extends TransitionSequencesSuite {
            Sequences() {
                super(repeatableRead);
            }
        }

        @Nested
        class Races extends TransitionRacesSuite {
            Races() {
                super(repeatableRead);
            }
        }
    }
}
