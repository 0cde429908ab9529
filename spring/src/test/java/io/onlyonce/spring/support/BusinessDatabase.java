package io.onlyonce.spring.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A database of a test class's own with OnlyOnce's tables and business tables, and what the tests see of it from outside. An effect has the name of the
 * key that it was made under, so that records and effects can be held against each other.
 */
public final class BusinessDatabase implements AutoCloseable {
    private static final int CONNECTIONS = 64;

    private final TestDatabase database;
    private final DataSource pool;

    private BusinessDatabase(TestDatabase database) {
        this.database = database;
        this.pool = new DelegatingDataSource(database.dataSource(CONNECTIONS)); // that no context closes
        JdbcSchema.createIfMissing(pool);
        database.execute(
                "CREATE TABLE effect (name VARCHAR(200) NOT NULL)",
                "CREATE TABLE account (id VARCHAR(20) NOT NULL PRIMARY KEY, balance INT NOT NULL)",
                "CREATE TABLE jpa_effect (id VARCHAR(36) NOT NULL PRIMARY KEY, name VARCHAR(200) NOT NULL,"
                        + " document_no VARCHAR(50) NOT NULL, CONSTRAINT jpa_effect_document UNIQUE (document_no))");
    }

    public static BusinessDatabase h2() {
        return new BusinessDatabase(TestServers.h2());
    }

    public static BusinessDatabase postgres() {
        return new BusinessDatabase(TestServers.postgres());
    }

    public static BusinessDatabase mariadb() {
        return new BusinessDatabase(TestServers.mariadb());
    }

    public TestDatabase database() {
        return database;
    }

    public DataSource pool() {
        return pool;
    }

    /** Executes a statement in the transaction of Spring's that is open on this thread. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = DataSourceUtils.getConnection(pool).createStatement()) {
            statement.execute(sql);
        }
    }

    /** A number out of a connection of its own: what is not committed is not seen. */
    public long queryLong(String sql, Object... parameters) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Could not execute \"" + sql + "\": " + e.getMessage(), e);
        }
    }

    /** How many effects of this name are committed. */
    public long effects(String name) {
        return queryLong("SELECT COUNT(*) FROM effect WHERE name = ?", name);
    }

    /** How many effects of this name are committed that were made through JPA. */
    public long jpaEffects(String name) {
        return queryLong("SELECT COUNT(*) FROM jpa_effect WHERE name = ?", name);
    }

    /** How many records of this key are committed. */
    public long records(String key) {
        return queryLong("SELECT COUNT(*) FROM onlyonce_record WHERE idempotency_key = ?", key);
    }

    /** How many records are committed. */
    public long records() {
        return queryLong("SELECT COUNT(*) FROM onlyonce_record");
    }

    /** How many records of this key hold a refusal. */
    public long refusals(String key) {
        return queryLong("SELECT COUNT(*) FROM onlyonce_record WHERE idempotency_key = ? AND state = 'R'", key);
    }

    /** Nothing of this key is there. */
    public void assertNothing(String key) {
        assertThat(effects(key)).as("effects of %s", key).isZero();
        assertThat(jpaEffects(key)).as("JPA effects of %s", key).isZero();
        assertThat(records(key)).as("records of %s", key).isZero();
    }

    /** One effect and one done record of this key are there. */
    public void assertDoneOnce(String key) {
        assertThat(effects(key) + jpaEffects(key)).as("effects of %s", key).isEqualTo(1);
        assertThat(records(key)).as("records of %s", key).isEqualTo(1);
        assertThat(refusals(key)).as("refusals of %s", key).isZero();
    }

    /** A remembered refusal of this key is there, and no effect. */
    public void assertRefused(String key) {
        assertThat(effects(key) + jpaEffects(key)).as("effects of %s", key).isZero();
        assertThat(refusals(key)).as("refusals of %s", key).isEqualTo(1);
        assertThat(records(key)).as("records of %s", key).isEqualTo(1);
    }

    /** The standing checks S1, S4 and S5 over all records and effects. */
    public void standingChecks() {
        assertThat(queryLong("SELECT COUNT(*) FROM (SELECT name FROM (SELECT name FROM effect UNION ALL SELECT name"
                        + " FROM jpa_effect) every_one GROUP BY name HAVING COUNT(*) > 1) twice"))
                .as("S1 keys with two effects")
                .isZero();
        assertThat(queryLong("SELECT COUNT(*) FROM (SELECT name FROM effect UNION ALL SELECT name FROM jpa_effect)"
                        + " made WHERE NOT EXISTS (SELECT 1 FROM onlyonce_record r WHERE r.idempotency_key = made.name"
                        + " AND r.state = 'D')"))
                .as("S4 effects without a done record")
                .isZero();
        assertThat(queryLong("SELECT COUNT(*) FROM onlyonce_record r WHERE r.state = 'D' AND NOT EXISTS (SELECT 1 FROM"
                        + " effect e WHERE e.name = r.idempotency_key) AND NOT EXISTS (SELECT 1 FROM jpa_effect j WHERE"
                        + " j.name = r.idempotency_key)"))
                .as("S4 done records without an effect")
                .isZero();
        assertThat(queryLong("SELECT COUNT(*) FROM onlyonce_record WHERE state <> 'C' AND expires_at IS NULL"))
                .as("S5 answers without an expiry")
                .isZero();
    }

    @Override
    public void close() {
        database.close();
    }
}
