package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.SqlFailures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Runs the audit's query and reads its rows. */
final class TransitionAudit {
    private TransitionAudit() {}

    static List<IllegalEdge> run(DataSource dataSource, String query) {
        try (Connection connection = dataSource.getConnection()) {
            List<IllegalEdge> found = read(connection, query);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return found;
        } catch (SQLException e) {
            throw SqlFailures.statementFailure(e);
        }
    }

    static List<IllegalEdge> read(Connection connection, String query) throws SQLException {
        List<IllegalEdge> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                found.add(new IllegalEdge(
                        row.getObject(1),
                        seq(row),
                        row.getString(3),
                        row.getString(4),
                        IllegalEdge.Problem.valueOf(row.getString(5).strip())));
            }
        }
        return found;
    }

    private static @Nullable Long seq(ResultSet row) throws SQLException {
        long seq = row.getLong(2);
        return row.wasNull() ? null : seq;
    }
}
