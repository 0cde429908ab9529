package io.onlyonce.jdbc.guard;

import com.mysql.cj.jdbc.MysqlDataSource;
import io.onlyonce.jdbc.Tables;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.postgresql.ds.PGSimpleDataSource;

/** B-20 Unique inserts and row locks through drivers that rewrite batches, and on MariaDB through MySQL's driver, which counts changed rows only. */
class BackstopThroughRewritingDriversTest {
    private static Tables postgres;
    private static Tables mariadb;

    @BeforeAll
    static void open() throws SQLException {
        TestDatabase first = TestServers.postgres();
        PGSimpleDataSource rewriting = new PGSimpleDataSource();
        rewriting.setUrl(first.url());
        rewriting.setUser(first.user());
        rewriting.setPassword(first.password());
        rewriting.setReWriteBatchedInserts(true);
        postgres = created(Tables.in(first, rewriting));
        TestDatabase second = TestServers.mariadb();
        MysqlDataSource mysql = new MysqlDataSource();
        mysql.setUrl(second.url().replace("jdbc:mariadb:", "jdbc:mysql:"));
        mysql.setUser(second.user());
        mysql.setPassword(second.password());
        mysql.setRewriteBatchedStatements(true);
        mysql.setUseAffectedRows(true);
        mariadb = created(Tables.in(second, mysql));
    }

    private static Tables created(Tables tables) {
        UniqueInsertsSuite.createTable(tables);
        RowLocksSuite.createTable(tables);
        return tables;
    }

    @AfterAll
    static void close() {
        postgres.close();
        mariadb.close();
    }

    @Nested
    class InsertsOnPostgresql extends UniqueInsertsSuite {
        InsertsOnPostgresql() {
            super(postgres);
        }
    }

    @Nested
    class InsertsOnMariadb extends UniqueInsertsSuite {
        InsertsOnMariadb() {
            super(mariadb);
        }
    }

    @Nested
    class LocksOnMariadb extends RowLocksSuite {
        LocksOnMariadb() {
            super(mariadb);
        }
    }
}
