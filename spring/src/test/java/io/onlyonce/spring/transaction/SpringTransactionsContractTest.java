package io.onlyonce.spring.transaction;

import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Jpa;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** What every runner must do, for Spring's transaction managers on several databases. */
class SpringTransactionsContractTest {
    private static BusinessDatabase h2;
    private static BusinessDatabase postgres;
    private static BusinessDatabase mariadb;
    private static Jpa jpaOnPostgres;
    private static Jpa jpaOnMariadb;

    @BeforeAll
    static void open() {
        h2 = BusinessDatabase.h2();
        postgres = BusinessDatabase.postgres();
        mariadb = BusinessDatabase.mariadb();
        jpaOnPostgres = new Jpa(postgres.pool());
        jpaOnMariadb = new Jpa(mariadb.pool());
    }

    @AfterAll
    static void close() {
        jpaOnPostgres.close();
        jpaOnMariadb.close();
        h2.close();
        postgres.close();
        mariadb.close();
    }

    @Nested
    @DisplayName("JdbcTransactionManager, H2")
    class H2 extends JdbcUnits {
        H2() {
            super(h2, new JdbcTransactionManager(h2.pool()));
        }
    }

    @Nested
    @DisplayName("JdbcTransactionManager, PostgreSQL")
    class Postgresql extends JdbcUnits {
        Postgresql() {
            super(postgres, new JdbcTransactionManager(postgres.pool()));
        }
    }

    @Nested
    @DisplayName("JdbcTransactionManager, MariaDB")
    class Mariadb extends JdbcUnits {
        Mariadb() {
            super(mariadb, new JdbcTransactionManager(mariadb.pool()));
        }
    }

    @Nested
    @DisplayName("JpaTransactionManager, effects by JDBC, PostgreSQL")
    class JdbcBesideJpa extends JdbcUnits {
        JdbcBesideJpa() {
            super(postgres, jpaOnPostgres.manager());
        }
    }

    @Nested
    @DisplayName("JpaTransactionManager, effects by JPA, PostgreSQL")
    class JpaOnPostgresql extends JpaUnits {
        JpaOnPostgresql() {
            super(postgres, jpaOnPostgres);
        }
    }

    @Nested
    @DisplayName("JpaTransactionManager, effects by JPA, MariaDB")
    class JpaOnMariadb extends JpaUnits {
        JpaOnMariadb() {
            super(mariadb, jpaOnMariadb);
        }
    }
}
