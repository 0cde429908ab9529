package io.onlyonce.testkit.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses a make's server: what the environment names, else what listens locally, else an embedded one. */
final class ServerSearch {
    private static final Logger log = LoggerFactory.getLogger(ServerSearch.class);

    private final Vendor vendor;
    private final Map<String, String> environment;

    ServerSearch(Vendor vendor, Map<String, String> environment) {
        this.vendor = vendor;
        this.environment = environment;
    }

    /**
     * @throws IllegalStateException if none can be had; the text says what was tried
     */
    DatabaseServer find() {
        String url = environment.get(urlVariable());
        if (url != null) {
            return named(url);
        }
        if (embeddedOnly()) {
            return embedded("it was not tried, because " + modeVariable() + " says embedded");
        }
        try {
            return new DatabaseServer(vendor, checked(vendor.localAddress()), true);
        } catch (SQLException e) {
            return embedded(String.valueOf(e.getMessage()));
        }
    }

    private DatabaseServer named(String url) {
        JdbcAddress address = vendor.addressOf(url);
        try {
            return new DatabaseServer(vendor, checked(address), true);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "No " + vendor.title() + " for the tests: " + urlVariable() + " names " + address
                            + ", and that says: " + e.getMessage()
                            + ". Start it, correct the variable, or unset it to use a local or an embedded server.",
                    e);
        }
    }

    private boolean embeddedOnly() {
        String mode = environment.get(modeVariable());
        if (mode != null && !mode.equals("embedded")) {
            throw new IllegalStateException(modeVariable() + " is \"" + mode
                    + "\"; the only value is \"embedded\". To name a server set " + urlVariable() + ".");
        }
        return mode != null;
    }

    @SuppressWarnings("IllegalCatch") // whatever an embedded server dies of, the reader is to see the same text
    private DatabaseServer embedded(String local) {
        log.info("No local {} ({}); starting an embedded one.", vendor.title(), local);
        try {
            return new DatabaseServer(vendor, checked(vendor.startEmbedded()), false);
        } catch (Exception | LinkageError e) {
            throw new IllegalStateException(
                    "No " + vendor.title() + " for the tests. At " + vendor.localAddress() + ": " + local
                            + ". Embedded: " + e + ". Start one there, or name one by " + urlVariable()
                            + " (a JDBC URL with user and password).",
                    e);
        }
    }

    private JdbcAddress checked(JdbcAddress address) throws SQLException {
        try (Connection connection = address.connect();
                Statement statement = connection.createStatement();
                ResultSet version = statement.executeQuery("SELECT version()")) {
            version.next();
            if (!vendor.made(version.getString(1))) {
                throw new SQLException("the server there is " + version.getString(1) + ", no " + vendor.title());
            }
            log.info("{} for the tests: {} ({}).", vendor.title(), address, version.getString(1));
            return address;
        }
    }

    private String urlVariable() {
        return modeVariable() + "_URL";
    }

    private String modeVariable() {
        return "ONLYONCE_TEST_" + vendor.name();
    }
}
