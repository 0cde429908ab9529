package io.onlyonce.shop.database;

import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** The databases that the shop knows. */
public enum Database {
    H2,
    POSTGRESQL,
    MARIADB;

    /**
     * Which one this is.
     *
     * @throws IllegalStateException if it is none of them
     */
    static Database of(DataSource dataSource) {
        try {
            String product =
                    JdbcUtils.extractDatabaseMetaData(dataSource, metaData -> metaData.getDatabaseProductName());
            return switch (product) {
                case "H2" -> H2;
                case "PostgreSQL" -> POSTGRESQL;
                case "MariaDB" -> MARIADB;
                default ->
                    throw new IllegalStateException(
                            "The shop runs on H2, PostgreSQL and MariaDB; spring.datasource.url leads to " + product
                                    + ".");
            };
        } catch (MetaDataAccessException e) {
            throw new IllegalStateException(
                    "The database behind spring.datasource.url could not be asked what it is.", e);
        }
    }
}
