package io.onlyonce.verify.run;

import io.onlyonce.verify.plan.Plan.DataSourcePlan;
import io.onlyonce.verify.plan.Source;
import io.onlyonce.verify.plan.Template;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads rows from the service's database, by one connection, or from the service. Not thread-safe. */
final class Rows implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Rows.class);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Optional<DataSourcePlan> data;
    private final String url;
    private final String run;
    private final Supplier<Set<String>> refs;

    private @Nullable Connection connection;

    /**
     * @param url of the service
     * @param run what the run's numbers begin with
     * @param refs the numbers of all payloads that were sent so far
     */
    Rows(Optional<DataSourcePlan> data, String url, String run, Supplier<Set<String>> refs) {
        this.data = data;
        this.url = url;
        this.run = run;
        this.refs = refs;
    }

    List<List<String>> read(Source source) throws TargetException, InterruptedException {
        if (source instanceof Source.Sql sql) {
            String query = filled(sql.query());
            try {
                return statement(statement -> rows(statement.executeQuery(query)));
            } catch (SQLException e) {
                throw new TargetException(RunTexts.query(query, e.getMessage()), e);
            }
        } else if (source instanceof Source.Http http) {
            return get(http);
        } else if (source instanceof Source.Code code) {
            return call(code);
        }
        throw new IllegalStateException("A source is SQL, HTTP or code.");
    }

    /** The run's own text is all that can be put in: what is looked at is the same for all operations. */
    private String filled(Template template) throws TargetException {
        try {
            return template.fill(Map.of("run", run));
        } catch (IllegalArgumentException e) {
            throw new TargetException(RunTexts.source(template.toString(), e.getMessage()), e);
        }
    }

    private List<List<String>> call(Source.Code code) throws TargetException, InterruptedException {
        try {
            return code.reader().read(run, refs.get());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new TargetException(RunTexts.code(code.name(), e.toString()), e);
        }
    }

    private static List<List<String>> rows(ResultSet found) throws SQLException {
        int width = found.getMetaData().getColumnCount();
        List<List<String>> rows = new ArrayList<>();
        while (found.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= width; i++) {
                row.add(Optional.ofNullable(found.getString(i)).orElse(""));
            }
            rows.add(row);
        }
        return rows;
    }

    void execute(Template statement) throws TargetException {
        String filled = filled(statement);
        try {
            statement(prepared -> prepared.execute(filled));
        } catch (SQLException e) {
            throw new TargetException(RunTexts.setup(filled, e.getMessage()), e);
        }
    }

    private interface Work<T> {
        T with(Statement statement) throws SQLException;
    }

    /** A kept connection may have been lost, by a restart that the plan wants: then it is done again with a new one. */
    private <T> T statement(Work<T> work) throws TargetException, SQLException {
        Connection kept = connection;
        if (kept != null) {
            try {
                return statement(kept, work);
            } catch (SQLException e) {
                close();
            }
        }
        Connection fresh = connect();
        connection = fresh;
        return statement(fresh, work);
    }

    private static <T> T statement(Connection connection, Work<T> work) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout((int) PATIENCE.toSeconds());
            return work.with(statement);
        }
    }

    private Connection connect() throws TargetException {
        DataSourcePlan database =
                data.orElseThrow(() -> new IllegalStateException("The plan was read with a database for its SQL."));
        try {
            return DriverManager.getConnection(database.url(), database.user(), database.password());
        } catch (SQLException e) {
            throw new TargetException(RunTexts.noConnection(database.url(), e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        Connection old = connection;
        connection = null;
        try {
            if (old != null) {
                old.close();
            }
        } catch (SQLException e) {
            log.debug("A connection was lost before it was closed.", e);
        }
    }

    private List<List<String>> get(Source.Http source) throws TargetException, InterruptedException {
        String where = url + filled(source.path());
        try {
            HttpResponse<String> answer = HTTP.send(
                    HttpRequest.newBuilder(URI.create(where)).timeout(PATIENCE).build(), BodyHandlers.ofString());
            JsonNode rows = JSON.readTree(answer.body()).at(source.rows());
            if (answer.statusCode() != 200 || rows.isMissingNode()) {
                throw new TargetException(RunTexts.document(where, "it answered " + answer.statusCode()));
            }
            List<List<String>> read = new ArrayList<>();
            for (JsonNode row : rows.isArray() ? rows : JSON.createArrayNode().add(rows)) {
                read.add(row(source, row));
            }
            return read;
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new TargetException(RunTexts.document(where, String.valueOf(e.getMessage())), e);
        }
    }

    private static List<String> row(Source.Http source, JsonNode row) throws TargetException {
        if (source.columns().isEmpty()) {
            return List.of(row.toString());
        }
        List<String> values = new ArrayList<>();
        for (String column : source.columns()) {
            JsonNode value = row.at(column);
            if (value.isMissingNode()) {
                throw new TargetException(RunTexts.missing(column, row.toString()));
            }
            values.add(value.asString(""));
        }
        return values;
    }
}
