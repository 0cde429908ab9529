package io.onlyonce.benchmarks.replay;

import io.onlyonce.benchmarks.database.Server;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.Payment;
import io.onlyonce.record.RecordKey;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Reads an answer by its primary key, in a statement that commits by itself: the least that a replay out of the table can cost. */
final class Select implements Design {
    private static final String SQL = "SELECT answer FROM onlyonce_record WHERE id = ?";

    private final DataSource pool;
    private final Server server;
    private final String scope;

    Select(DataSource pool, Server server, String scope) {
        this.pool = pool;
        this.server = server;
        this.scope = scope;
    }

    @Override
    public String pay(Payment payment) throws SQLException {
        RecordKey key = new RecordKey(scope, "pay", payment.key().toString());
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setObject(
                    1,
                    server == Server.POSTGRESQL ? key.id().toUuid() : key.id().bytes());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new String(row.getBytes(1), StandardCharsets.UTF_8);
            }
        }
    }
}
