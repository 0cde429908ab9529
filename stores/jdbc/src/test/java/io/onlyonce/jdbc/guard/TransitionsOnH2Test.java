package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.guard.OrderTables.Kind;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Guarded transitions on H2. */
class TransitionsOnH2Test {
    private static TestDatabase database;
    private static OrderTables readCommitted;

    @BeforeAll
    static void open() {
        database = TestServers.h2();
        OrderTables.create(database);
        readCommitted = new OrderTables(database.dataSource(12), Kind.READ_COMMITTED);
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
}
