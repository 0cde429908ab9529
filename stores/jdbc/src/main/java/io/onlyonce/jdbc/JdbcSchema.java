package io.onlyonce.jdbc;

import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Makes and checks OnlyOnce's tables. The DDL also suits Flyway: {@code db/onlyonce/postgresql}, {@code …/mariadb}, {@code …/mysql} and {@code …/h2} on the class
 * path. Thread-safe.
 */
public final class JdbcSchema {
    /**
     * The version that this release reads and writes. Releases of several versions run side by side as long as each finds its own in {@code onlyonce_schema}: a script that only
     * adds leaves those before it, one that takes something away takes out the versions that need it.
     */
    static final int VERSION = 7;

    /** Each that fails beside another instance has lost one of some thirty objects to it. */
    private static final int ATTEMPTS = 50;

    private static final String RECORDS = "onlyonce_record";

    /** The first column is the primary key, or begins it; where there is an {@code expires_at}, it has an index. */
    private record Table(String name, boolean keyIsOneColumn, List<String> columns) {
        Table(String name, List<String> columns) {
            this(name, true, columns);
        }

        String key() {
            return columns.get(0);
        }

        boolean expires() {
            return columns.contains("expires_at");
        }
    }

    private static final List<Table> TABLES = List.of(
            new Table(
                    RECORDS,
                    List.of(
                            "id",
                            "scope",
                            "operation",
                            "idempotency_key",
                            "fingerprint",
                            "fence",
                            "attempt",
                            "created_at",
                            "state",
                            "lease_until",
                            "completed_at",
                            "expires_at",
                            "refusal_code",
                            "answer")),
            new Table(
                    "onlyonce_token",
                    List.of("id", "purpose", "subject", "target", "uses_left", "issued_at", "expires_at", "used_at")),
            new Table("onlyonce_used_mark", List.of("id", "expires_at")),
            new Table("onlyonce_lock", List.of("name", "owner", "fence", "lease_until")),
            new Table("onlyonce_step", false, List.of("record_id", "claimed_at", "step", "result")),
            new Table(
                    "onlyonce_inbox",
                    false,
                    List.of("source", "entry_id", "subject", "payload", "tries", "parked", "due_at", "cause")),
            new Table(
                    "onlyonce_audit",
                    List.of(
                            "id",
                            "written_at",
                            "record_id",
                            "operation",
                            "scope_digest",
                            "key_digest",
                            "event",
                            "state",
                            "layer",
                            "attempt",
                            "code",
                            "number",
                            "request",
                            "took_us",
                            "actor")));

    private JdbcSchema() {}

    /**
     * Makes what is missing. May run at any time, also in several instances at once.
     *
     * @throws JdbcStoreException if the database refuses, for example because the user may not create tables
     * @throws StoreUnavailableException if the database cannot be reached
     */
    public static void createIfMissing(DataSource dataSource) {
        with(dataSource, connection -> {
            Dialect dialect = Dialect.of(connection);
            for (int attempt = 1; !missing(connection, dialect).isEmpty(); attempt++) {
                if (isLeftOut(connection)) {
                    return; // check() says so
                }
                try {
                    execute(connection, statements(dialect));
                    return;
                } catch (SQLException e) { // perhaps because another instance makes the same thing at this moment
                    if (attempt == ATTEMPTS || SqlFailures.connectionLost(e)) {
                        throw e;
                    }
                }
            }
        });
    }

    /** Runs scripts that may be run again at any time. */
    static void create(DataSource dataSource, Function<Dialect, List<String>> scripts) {
        with(dataSource, connection -> {
            List<String> statements = statements(scripts.apply(Dialect.of(connection)));
            try {
                execute(connection, statements);
            } catch (SQLException e) { // perhaps because another instance makes the same thing at this moment
                if (SqlFailures.connectionLost(e)) {
                    throw e;
                }
                execute(connection, statements);
            }
        });
    }

    /**
     * Looks whether everything is there: tables, columns, indexes, the source of fences, the version.
     *
     * @throws MisuseException if something is missing; its text names all of it, and the remedy
     * @throws StoreUnavailableException if the database cannot be reached
     */
    public static void check(DataSource dataSource) {
        with(dataSource, connection -> {
            Dialect dialect = Dialect.of(connection);
            List<String> missing = missing(connection, dialect);
            if (!missing.isEmpty()) {
                throw new MisuseException(JdbcTexts.schema(dialect, missing));
            }
        });
    }

    private interface Step {
        void take(Connection connection) throws SQLException;
    }

    private static void with(DataSource dataSource, Step step) {
        Connection borrowed;
        try {
            borrowed = dataSource.getConnection();
        } catch (SQLException e) {
            throw new StoreUnavailableException(e);
        }
        try (Connection connection = borrowed) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                step.take(connection);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
    }

    private static List<String> missing(Connection connection, Dialect dialect) throws SQLException {
        List<String> missing = new ArrayList<>();
        for (Table table : TABLES) {
            ask(connection, "table " + table.name, missing, statement -> {
                Set<String> columns = columns(statement, table);
                table.columns.stream()
                        .filter(column -> !columns.contains(column))
                        .forEach(column -> missing.add("column " + table.name + "." + column));
                Map<String, Boolean> indexes = indexes(connection, dialect, table);
                if (!indexes.getOrDefault(table.key(), false)
                        && (table.keyIsOneColumn || !indexes.containsKey(table.key()))) {
                    missing.add("primary key of " + table.name + " on " + table.key());
                }
                if (table.expires() && !indexes.containsKey("expires_at")) {
                    missing.add("index on " + table.name + ".expires_at");
                }
                if (table.name.equals(RECORDS)
                        && dialect == Dialect.POSTGRESQL
                        && !indexes.containsKey("lease_until")) {
                    missing.add("index on " + RECORDS + ".lease_until");
                }
            });
        }
        String fences = dialect == Dialect.MYSQL ? "table onlyonce_fence" : "sequence onlyonce_fence";
        ask(connection, fences, missing, statement -> dialect.records().nextFence(connection));
        ask(connection, "table onlyonce_schema", missing, statement -> {
            if (!runs(statement, VERSION)) {
                missing.add(JdbcTexts.schemaVersion(newest(statement), VERSION));
            }
        });
        return missing;
    }

    /** Whether a newer script has taken out what this release needs, which must not be put back in beside it. */
    private static boolean isLeftOut(Connection connection) throws SQLException {
        List<String> noTable = new ArrayList<>();
        boolean[] leftOut = {false};
        ask(
                connection,
                "",
                noTable,
                statement -> leftOut[0] = newest(statement) > VERSION && !runs(statement, VERSION));
        return leftOut[0];
    }

    private interface Question {
        void ask(Statement statement) throws SQLException;
    }

    /** Asks; an error that is not the connection's says that the thing itself is not there. */
    private static void ask(Connection connection, String thing, List<String> missing, Question question)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            question.ask(statement);
        } catch (SQLException e) {
            if (SqlFailures.connectionLost(e)) {
                throw e;
            }
            missing.add(thing + " (" + e.getMessage() + ")");
        }
    }

    private static Set<String> columns(Statement statement, Table table) throws SQLException {
        try (ResultSet none = statement.executeQuery("SELECT * FROM " + table.name + " WHERE 1 = 0")) {
            ResultSetMetaData data = none.getMetaData();
            Set<String> columns = new HashSet<>();
            for (int i = 1; i <= data.getColumnCount(); i++) {
                columns.add(data.getColumnName(i).toLowerCase(Locale.ROOT));
            }
            return columns;
        }
    }

    /** The columns with which indexes begin, and whether one of them is unique. */
    private static Map<String, Boolean> indexes(Connection connection, Dialect dialect, Table table)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(dialect.records().indexes())) {
            statement.setString(1, table.name);
            try (ResultSet rows = statement.executeQuery()) {
                Map<String, Boolean> indexes = new HashMap<>();
                while (rows.next()) {
                    indexes.merge(rows.getString(1).toLowerCase(Locale.ROOT), rows.getBoolean(2), Boolean::logicalOr);
                }
                return indexes;
            }
        }
    }

    private static boolean runs(Statement statement, int version) throws SQLException {
        return number(statement, "SELECT COUNT(*) FROM onlyonce_schema WHERE version = " + version) > 0;
    }

    private static int newest(Statement statement) throws SQLException {
        return number(statement, "SELECT MAX(version) FROM onlyonce_schema");
    }

    private static int number(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
        }
    }

    /** The statements of the DDL scripts; each ends with a semicolon at the end of its line. */
    static List<String> statements(Dialect dialect) {
        return statements(dialect.ddl());
    }

    private static List<String> statements(List<String> scripts) {
        String script = scripts.stream().map(JdbcSchema::script).collect(Collectors.joining("\n"));
        return List.of(script.lines()
                        .filter(line -> !line.startsWith("--"))
                        .collect(Collectors.joining("\n"))
                        .split(";\\s*(\n|$)"))
                .stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static String script(String resource) {
        try (InputStream stream = JdbcSchema.class.getClassLoader().getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException(JdbcTexts.ddlMissing(resource));
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
