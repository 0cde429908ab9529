package io.onlyonce.benchmarks.design;

import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.benchmarks.database.Login;

/**
 * What a design has to work with: one instance of an application.
 *
 * @param login of the database, for a design that wants connections of its own
 * @param pool connections whose auto-commit is off
 */
public record Node(Login login, HikariDataSource pool, Business business) {}
