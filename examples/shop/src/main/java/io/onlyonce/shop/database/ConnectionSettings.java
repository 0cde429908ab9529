package io.onlyonce.shop.database;

import com.zaxxer.hikari.HikariDataSource;

/** What each connection of the shop's has to be. */
public final class ConnectionSettings {
    private ConnectionSettings() {}

    /**
     * Every connection reads committed data, so that a statement after a lost race sees the winner (InnoDB's own default would show an old snapshot), and on
     * MariaDB keeps time in UTC, whatever the zones of the two machines are.
     */
    public static void settle(HikariDataSource pool) {
        pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        if (String.valueOf(pool.getJdbcUrl()).startsWith("jdbc:mariadb:")) {
            pool.addDataSourceProperty("connectionTimeZone", "UTC");
            pool.addDataSourceProperty("forceConnectionTimeZoneToSession", "true");
            pool.addDataSourceProperty("preserveInstants", "true");
        }
    }
}
