package io.onlyonce.spring.transaction;

import io.onlyonce.spring.support.BusinessDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** What the engine promises, in Spring's transactions. */
class EngineContractTest {
    private static BusinessDatabase postgres;
    private static BusinessDatabase mariadb;

    @BeforeAll
    static void open() {
        postgres = BusinessDatabase.postgres();
        mariadb = BusinessDatabase.mariadb();
    }

    @AfterAll
    static void close() {
        postgres.close();
        mariadb.close();
    }

    @Nested
    @DisplayName("PostgreSQL")
    class Postgresql extends EngineSuite {
        Postgresql() {
            super(postgres, new JdbcTransactionManager(postgres.pool()));
        }
    }

    @Nested
    @DisplayName("PostgreSQL, the record at the end")
    class PostgresqlAtEnd extends RecordAtEndSuite {
        PostgresqlAtEnd() {
            super(postgres, new JdbcTransactionManager(postgres.pool()));
        }
    }

    @Nested
    @DisplayName("MariaDB")
    class Mariadb extends EngineSuite {
        Mariadb() {
            super(mariadb, new JdbcTransactionManager(mariadb.pool()));
        }
    }
}
