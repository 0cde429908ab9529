package io.onlyonce.benchmarks.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where to log in, and as whom.
 *
 * @param url {@code jdbc:<kind>://<host>:<port>/<database>}, parameters may follow
 */
public record Login(String url, String user, String password) {
    private static final Pattern URL = Pattern.compile("jdbc:([a-z]+)://([^/:?]+)(?::([0-9]+))?/([^?]*)(\\?.*)?");

    /** Opens a connection. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** The same server's database of this name. */
    public Login database(String name) {
        return new Login(start(host(), port()) + name + parameters(), user, password);
    }

    /** The same database through another address, with one more parameter. */
    public Login through(String host, int port, String parameter) {
        String before = parameters();
        String sign = before.isEmpty() ? "?" : "&";
        return new Login(start(host, port) + parts().group(4) + before + sign + parameter, user, password);
    }

    /** The server's host. */
    public String host() {
        return parts().group(2);
    }

    /** The server's port. */
    public int port() {
        String port = parts().group(3);
        return port == null ? server().port() : Integer.parseInt(port);
    }

    /** The server's make. */
    public Server server() {
        return Server.of(url);
    }

    private String start(String host, int port) {
        return "jdbc:" + parts().group(1) + "://" + host + ":" + port + "/";
    }

    private String parameters() {
        String parameters = parts().group(5);
        return parameters == null ? "" : parameters;
    }

    private Matcher parts() {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "The URL \"" + url + "\" is not of the form jdbc:<kind>://<host>:<port>/<database>.");
        }
        return parts;
    }

    @Override
    public String toString() { // without the password
        return url + " as " + user;
    }
}
