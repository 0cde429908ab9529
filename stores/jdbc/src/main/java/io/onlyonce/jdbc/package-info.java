/**
 * Stores in a relational database, by plain JDBC.
 *
 * <p>A {@link io.onlyonce.jdbc.JdbcRecordStore} keeps records inside the transaction of the business writes, which {@link io.onlyonce.jdbc.JdbcTransactions}
 * or any other {@link io.onlyonce.jdbc.ConnectionSource} provides; a {@link io.onlyonce.jdbc.JdbcLeasedRecordStore} keeps those of work that is not one
 * transaction. A {@link io.onlyonce.jdbc.JdbcTokenStore} keeps one-time tokens, {@link io.onlyonce.jdbc.JdbcUsedMarks} the used ones among signed tokens. A
 * {@link io.onlyonce.jdbc.JdbcLockProvider} grants locks across processes. {@link io.onlyonce.jdbc.JdbcSchema} makes and checks the tables.
 *
 * <p>{@link io.onlyonce.jdbc.SqlFailures} and {@link io.onlyonce.jdbc.UniqueViolations} tell what a driver's exception means, whoever wrapped it. Guards for the
 * application's own tables are in {@link io.onlyonce.jdbc.guard}.
 */
@NullMarked
package io.onlyonce.jdbc;

import org.jspecify.annotations.NullMarked;
