package io.onlyonce.benchmarks.design;

import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.benchmarks.database.Login;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a design has to work with: one instance of an application.
 *
 * @param login of the database, for a design that wants connections of its own
 * @param pool connections whose auto-commit is off
 */
public record Node(Login login, HikariDataSource pool, Business business) {
    /** Pays in a transaction of its own. */
    public String pay(Payment payment) throws SQLException, InterruptedException {
        try (Connection connection = pool.getConnection()) {
            String answer = business.pay(connection, payment);
            connection.commit();
            return answer;
        }
    }
}
