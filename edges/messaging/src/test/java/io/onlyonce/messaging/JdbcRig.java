package io.onlyonce.messaging;

import io.onlyonce.OnlyOnce;
import io.onlyonce.jdbc.JdbcInbox;
import io.onlyonce.jdbc.JdbcRecordMaintenance;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.testkit.server.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A database of the test class's own. */
public final class JdbcRig implements Rig {
    private static final int CONNECTIONS = 24;

    private final TestDatabase database;
    private final DataSource pool;

    private JdbcRig(TestDatabase database, DataSource pool) {
        this.database = database;
        this.pool = pool;
        JdbcSchema.createIfMissing(pool);
        database.execute("CREATE TABLE effect (name VARCHAR(400) NOT NULL)");
    }

    public static JdbcRig in(TestDatabase database) {
        return new JdbcRig(database, database.dataSource(CONNECTIONS));
    }

    /** The same with all transactions at READ COMMITTED. */
    public static JdbcRig readCommitted(TestDatabase database) {
        return new JdbcRig(database, atReadCommitted(database.dataSource(CONNECTIONS)));
    }

    private static DataSource atReadCommitted(DataSource target) {
        return (DataSource) Proxy.newProxyInstance(
                JdbcRig.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    try {
                        Object result = method.invoke(target, arguments);
                        if (result instanceof Connection connection) { // the pool puts it back
                            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    @Override
    public Node node(Probe probe) {
        JdbcTransactions transactions = new JdbcTransactions(pool);
        return new Node(
                new Stores(
                        OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions, probe),
                        transactions,
                        new JdbcInbox(transactions)),
                name -> write(transactions.connection(), name));
    }

    private static void write(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO effect (name) VALUES (?)")) {
            statement.setString(1, name);
            statement.executeUpdate();
        }
    }

    @Override
    public long effects(String name) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT COUNT(*) FROM effect WHERE name = ?")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The effects of " + name + " could not be counted.", e);
        }
    }

    @Override
    public RefusedRecords records() {
        return new JdbcRecordMaintenance(pool);
    }

    @Override
    public void close() {
        database.close();
    }
}
