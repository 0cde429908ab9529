package io.onlyonce.testkit.server;

/** The database makes that tests run on, and what differs between them when a database is made and dropped. */
enum Vendor {
    POSTGRES("PostgreSQL", "jdbc:postgresql://127.0.0.1:5432/postgres?connectTimeout=30&loginTimeout=30", "postgres") {
        @Override
        boolean made(String version) {
            return version.startsWith("PostgreSQL");
        }

        @Override
        String create(String database) {
            return "CREATE DATABASE " + database + " TEMPLATE template0 ENCODING 'UTF8'";
        }

        @Override
        String sessions(String database) {
            return "SELECT pid FROM pg_stat_activity WHERE datname = '" + database + "'";
        }

        @Override
        String end(long session) {
            return "SELECT pg_terminate_backend(" + session + ")";
        }

        @Override
        JdbcAddress startEmbedded() throws Exception {
            return EmbeddedServers.postgres();
        }
    },
    MARIADB("MariaDB", "jdbc:mariadb://127.0.0.1:3306/", "root") {
        @Override
        boolean made(String version) {
            return version.contains("MariaDB");
        }

        @Override
        String create(String database) {
            return "CREATE DATABASE " + database + " CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci";
        }

        @Override
        String sessions(String database) {
            return "SELECT id FROM information_schema.processlist WHERE db = '" + database + "'";
        }

        @Override
        String end(long session) {
            return "KILL " + session;
        }

        @Override
        JdbcAddress startEmbedded() throws Exception {
            return EmbeddedServers.mariadb();
        }
    },
    MYSQL("MySQL", "jdbc:mysql://127.0.0.1:3306/?sslMode=DISABLED&allowPublicKeyRetrieval=true", "root") {
        @Override
        boolean made(String version) {
            return !version.contains("MariaDB");
        }

        @Override
        String create(String database) {
            return MARIADB.create(database);
        }

        @Override
        String sessions(String database) {
            return MARIADB.sessions(database);
        }

        @Override
        String end(long session) {
            return MARIADB.end(session);
        }

        @Override
        JdbcAddress startEmbedded() throws Exception {
            return EmbeddedMySql.start();
        }
    };

    private final String title;
    private final String localUrl;
    private final String defaultUser;

    Vendor(String title, String localUrl, String defaultUser) {
        this.title = title;
        this.localUrl = localUrl;
        this.defaultUser = defaultUser;
    }

    /** The name that people call it. */
    String title() {
        return title;
    }

    /** Where one listens that was installed and left alone. */
    JdbcAddress localAddress() {
        return JdbcAddress.parse(localUrl, defaultUser);
    }

    /** An address out of the environment. */
    JdbcAddress addressOf(String url) {
        return JdbcAddress.parse(url, defaultUser);
    }

    /** Whether a server that answers {@code SELECT version()} so is of this make. */
    abstract boolean made(String version);

    abstract String create(String database);

    /** A query for the ids of the sessions in a database: what a test forgot must not keep it from being dropped. */
    abstract String sessions(String database);

    abstract String end(long session);

    abstract JdbcAddress startEmbedded() throws Exception;
}
