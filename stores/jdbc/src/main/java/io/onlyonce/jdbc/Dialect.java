package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/** The databases that are supported, each with whole statements of its own. */
public enum Dialect {
    /** PostgreSQL 12 or later. */
    POSTGRESQL("postgresql", new PostgresqlRecords()),
    /** MariaDB 10.6 or later, through MariaDB's driver or MySQL's. */
    MARIADB("mariadb", new MariadbRecords()),
    /** MySQL 8.0.16 or later, through MySQL's driver. */
    MYSQL("mysql", new MysqlRecords()),
    /** H2 2.2 or later, in any compatibility mode. */
    H2("h2", new H2Records());

    private final String name;

    @SuppressWarnings("ImmutableEnumChecker") // constants and a cache of texts
    private final RecordSql records;

    Dialect(String name, RecordSql records) {
        this.name = name;
        this.records = records;
    }

    /**
     * The dialect of the database at the other end. MariaDB and MySQL are told apart by what the server says of itself, not by the driver.
     *
     * @throws IllegalStateException if the database is none of those supported
     */
    public static Dialect of(Connection connection) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String product = data.getDatabaseProductName();
        String version = data.getDatabaseProductVersion();
        if (product.equals("MariaDB") || (product.equals("MySQL") && version.contains("MariaDB"))) {
            return MARIADB;
        }
        return switch (product) {
            case "PostgreSQL" -> POSTGRESQL;
            case "MySQL" -> MYSQL;
            case "H2" -> H2;
            default -> throw new IllegalStateException(JdbcTexts.unknownDatabase(product, version));
        };
    }

    /** The folder on the class path that holds the DDL, in the form that Flyway's locations take: {@code db/onlyonce/postgresql}. */
    public String folder() {
        return "db/onlyonce/" + name;
    }

    /** The DDL script on the class path. */
    String ddl() {
        return folder() + "/V20261101_1__onlyonce.sql";
    }

    RecordSql records() {
        return records;
    }
}
