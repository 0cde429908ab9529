package io.onlyonce.jdbc.guard;

import io.onlyonce.Backstop;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.UniqueViolations;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * A unique constraint or index of the business database as an operation's {@link Backstop}: it refuses a second effect also when the record of the first one is
 * lost. Immutable and thread-safe.
 *
 * <pre>{@code
 * Backstop oneDeduction = UniqueKey.existing(dataSource, "stock_journal", "reference");
 * }</pre>
 *
 * <p>It is looked up when it is made, so make it at the application's start: a key that is missing, partial, or lets NULLs pass by is an error there.
 */
public final class UniqueKey implements Backstop {
    private static final Pattern H2_MADE_KEY = Pattern.compile("^PRIMARY_KEY_[0-9A-F]+(?:_\\d+)?$");
    private static final Pattern H2_MADE_INDEX = Pattern.compile("^(.+)_INDEX_[0-9A-F]+(?:_\\d+)?$");

    private final String table;
    private final List<String> columns;
    private final String constraint;

    private UniqueKey(String table, List<String> columns, String constraint) {
        this.table = table;
        this.columns = columns;
        this.constraint = constraint;
    }

    /**
     * The unique key over exactly these columns.
     *
     * @param table its name without quotation marks, in any case, with or without its schema and a dot
     * @param columns in any order and case
     * @throws MisuseException if there is none, or one of the columns may be NULL
     * @throws StoreUnavailableException if the database cannot be reached
     */
    public static UniqueKey existing(DataSource dataSource, String table, String... columns) {
        SqlName.checkedTable(table);
        List<String> wanted = Arrays.stream(columns)
                .map(SqlName::checked)
                .map(UniqueKey::folded)
                .toList();
        try (Connection connection = dataSource.getConnection()) {
            Described described = Described.read(connection, table);
            for (String column : wanted) {
                if (!described.notNull.contains(column)) {
                    throw new MisuseException(GuardTexts.noUniqueKey(
                            table, wanted, "the column " + column + " is missing or may be NULL"));
                }
            }
            return described.uniqueIndexes.entrySet().stream()
                    .filter(index -> Set.copyOf(index.getValue()).equals(Set.copyOf(wanted)))
                    .findFirst()
                    .map(index -> new UniqueKey(table, wanted, index.getKey()))
                    .orElseThrow(() -> new MisuseException(GuardTexts.noUniqueKey(
                            table, wanted, "its unique indexes are " + described.uniqueIndexes.values())));
        } catch (SQLException e) {
            throw new StoreUnavailableException(e);
        }
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** What the database says of a table, names in lower case; an index's name as the server writes it. */
    private record Described(Set<String> notNull, Map<String, List<String>> uniqueIndexes) {
        static Described read(Connection connection, String table) throws SQLException {
            DatabaseMetaData data = connection.getMetaData();
            int dot = table.indexOf('.');
            String name = stored(data, table.substring(dot + 1));
            String schema = dot < 0 ? connection.getSchema() : stored(data, table.substring(0, dot));
            String catalog = data.supportsSchemasInTableDefinitions() || dot < 0
                    ? connection.getCatalog()
                    : table.substring(0, dot);
            Set<String> notNull = new HashSet<>();
            try (ResultSet rows = data.getColumns(catalog, schema, pattern(data, name), "%")) {
                while (rows.next()) {
                    if (rows.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls) {
                        notNull.add(folded(rows.getString("COLUMN_NAME")));
                    }
                }
            }
            boolean h2 = data.getDatabaseProductName().equals("H2");
            Map<String, List<String>> indexes = new HashMap<>();
            Set<String> partial = new HashSet<>();
            try (ResultSet rows = data.getIndexInfo(catalog, schema, name, true, true)) {
                while (rows.next()) {
                    String index = rows.getString("INDEX_NAME");
                    String column = rows.getString("COLUMN_NAME");
                    if (index == null || column == null) {
                        continue;
                    }
                    String constraint = h2 ? constraintOf(index) : index;
                    indexes.computeIfAbsent(constraint, any -> new ArrayList<>())
                            .add(folded(column));
                    String condition = rows.getString("FILTER_CONDITION");
                    if (condition != null && !condition.isEmpty()) {
                        partial.add(constraint);
                    }
                }
            }
            indexes.keySet().removeAll(partial);
            return new Described(notNull, indexes);
        }

        /** H2 makes an index with a name of its own for a constraint, and reports the constraint. */
        private static String constraintOf(String index) {
            return H2_MADE_INDEX
                    .matcher(H2_MADE_KEY.matcher(index).replaceFirst("PRIMARY"))
                    .replaceFirst("$1");
        }

        private static String stored(DatabaseMetaData data, String name) throws SQLException {
            if (data.storesUpperCaseIdentifiers()) {
                return name.toUpperCase(Locale.ROOT);
            }
            return data.storesLowerCaseIdentifiers() ? folded(name) : name;
        }

        private static String pattern(DatabaseMetaData data, String name) throws SQLException {
            return name.replace("_", data.getSearchStringEscape() + "_");
        }
    }

    @Override
    public String name() {
        return "the unique key of " + table + " on " + String.join(", ", columns);
    }

    @Override
    public boolean refused(Exception failure) {
        return UniqueViolations.isOf(failure, constraint);
    }

    @Override
    public String toString() {
        return name();
    }
}
