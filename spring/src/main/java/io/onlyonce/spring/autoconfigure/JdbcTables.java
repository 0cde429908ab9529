package io.onlyonce.spring.autoconfigure;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.Dialect;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.spring.OnlyOnceProperties.Schema;
import io.onlyonce.spring.transaction.SpringTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The tables of the records, there and checked.
 *
 * @param dataSource that holds them
 * @param dialect that it speaks
 */
record JdbcTables(DataSource dataSource, Dialect dialect) {
    static JdbcTables prepare(DataSource found, Schema schema) {
        DataSource dataSource = SpringTransactions.plain(found);
        if (schema == Schema.CREATE) {
            JdbcSchema.createIfMissing(dataSource);
        }
        JdbcSchema.check(dataSource);
        try (Connection connection = dataSource.getConnection()) {
            return new JdbcTables(dataSource, Dialect.of(connection));
        } catch (SQLException e) {
            throw new StoreUnavailableException(e);
        }
    }
}
