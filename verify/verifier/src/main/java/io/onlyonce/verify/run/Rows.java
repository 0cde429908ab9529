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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads rows from the service's database, or from the service. */
final class Rows {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Optional<DataSourcePlan> data;
    private final String url;
    private final String run;
    private final Supplier<Set<String>> refs;

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

    /**
     * @param columns how many are needed, 0 for whichever there are
     */
    List<List<String>> read(Source source, int columns) throws TargetException, InterruptedException {
        if (source instanceof Source.Sql sql) {
            return query(sql.query().fill(Map.of("run", run)), columns);
        } else if (source instanceof Source.Http http) {
            return get(http);
        } else if (source instanceof Source.Code code) {
            return call(code);
        }
        throw new IllegalStateException("A source is SQL, HTTP or code.");
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

    private List<List<String>> query(String query, int columns) throws TargetException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            int width = found.getMetaData().getColumnCount();
            if (width < columns) {
                throw new TargetException(RunTexts.columns(query, columns, width));
            }
            List<List<String>> rows = new ArrayList<>();
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    row.add(Optional.ofNullable(found.getString(i)).orElse(""));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new TargetException(RunTexts.query(query, e.getMessage()), e);
        }
    }

    void execute(Template statement) throws TargetException {
        String filled = statement.fill(Map.of("run", run));
        try (Connection connection = connect();
                Statement prepared = connection.createStatement()) {
            prepared.execute(filled);
        } catch (SQLException e) {
            throw new TargetException(RunTexts.setup(filled, e.getMessage()), e);
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

    private List<List<String>> get(Source.Http source) throws TargetException, InterruptedException {
        String where = url + source.path().fill(Map.of("run", run));
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

    private static List<String> row(Source.Http source, JsonNode row) {
        return source.columns().isEmpty()
                ? List.of(row.toString())
                : source.columns().stream()
                        .map(column -> row.at(column).asString(""))
                        .toList();
    }
}
