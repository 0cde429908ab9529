package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.Tables;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Version check, relative updates and unique keys on PostgreSQL. */
class GuardsOnPostgresqlTest {
    private static Tables tables;

    @BeforeAll
    static void open() {
        tables = Tables.in(TestServers.postgres());
        VersionsSuite.create(tables);
        QuantitiesSuite.create(tables);
    }

    @AfterAll
    static void close() {
        tables.close();
    }

    @Nested
    class Versions extends VersionsSuite {
        Versions() {
            super(tables);
        }
    }

    @Nested
    class Quantities extends QuantitiesSuite {
        Quantities() {
            super(tables);
        }
    }

    @Nested
    class UniqueKeys extends UniqueKeySuite {
        UniqueKeys() {
            super(tables);
        }
    }
}
