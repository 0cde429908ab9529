package io.onlyonce.testkit.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDBC URL taken apart: {@code server + database + parameters}, without the login.
 *
 * @param server up to the database's name, for example {@code jdbc:postgresql://127.0.0.1:5432/}
 * @param database its name; may be empty
 * @param parameters with their leading mark, for example {@code ?a=b}; may be empty
 * @param login who logs in
 */
record JdbcAddress(String server, String database, String parameters, Login login) {
    private static final Pattern SHAPE = Pattern.compile("(jdbc:[a-z]+://[^/?]+/)([^?]*)(?:\\?(.*))?");

    /** Takes a URL apart whose login stands in its parameters {@code user} and {@code password}; without them, the default user without one. */
    static JdbcAddress parse(String url, String defaultUser) {
        Matcher shape = SHAPE.matcher(url);
        if (!shape.matches()) {
            throw new IllegalStateException("The JDBC URL \"" + url.replaceAll("(password=)[^&]*", "$1…")
                    + "\" is not of the form jdbc:<kind>://<host>:<port>/<database>?user=<user>&password=<password>.");
        }
        String user = defaultUser;
        String password = "";
        List<String> others = new ArrayList<>();
        String parameters = shape.group(3) == null ? "" : shape.group(3);
        for (String parameter : parameters.split("&", -1)) {
            if (parameter.startsWith("user=")) {
                user = decoded(parameter.substring("user=".length()));
            } else if (parameter.startsWith("password=")) {
                password = decoded(parameter.substring("password=".length()));
            } else if (!parameter.isEmpty()) {
                others.add(parameter);
            }
        }
        String kept = others.isEmpty() ? "" : "?" + String.join("&", others);
        return new JdbcAddress(shape.group(1), shape.group(2), kept, new Login(user, password));
    }

    private static String decoded(String value) {
        return URLDecoder.decode(value, StandardCharsets.UTF_8);
    }

    /** The same server and login, another database. */
    JdbcAddress withDatabase(String name) {
        return new JdbcAddress(server, name, parameters, login);
    }

    String url() {
        return server + database + parameters;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), login.user(), login.password());
    }

    /** Runs statements in a connection of their own, each committed. */
    void execute(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "Could not execute " + List.of(statements) + " on " + this + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return url() + " as " + login;
    }
}
