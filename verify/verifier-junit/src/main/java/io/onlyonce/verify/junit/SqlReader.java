package io.onlyonce.verify.junit;

import io.onlyonce.verify.plan.Source;
import io.onlyonce.verify.plan.Template;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.sql.DataSource;

/** Reads rows with a connection of its own, so that it sees what is committed. */
record SqlReader(DataSource dataSource, String query) implements Source.Reader {
    @Override
    public List<List<String>> read(String run, Set<String> refs) throws SQLException {
        String filled = Template.of(query).fill(Map.of("run", run));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(filled)) {
            int width = found.getMetaData().getColumnCount();
            List<List<String>> rows = new ArrayList<>();
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    row.add(Objects.requireNonNullElse(
                            found.getString(i), "")); // as where the verifier reads by itself
                }
                rows.add(row);
            }
            return rows;
        }
    }
}
