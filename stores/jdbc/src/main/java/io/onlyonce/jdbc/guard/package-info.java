/**
 * The guards, for the application's own tables, in its transaction: each lets one guarded statement decide, and reads its row count.
 *
 * <p>{@link io.onlyonce.jdbc.guard.JdbcTransitions} moves states along a {@link io.onlyonce.state.StateMachine}; {@link io.onlyonce.jdbc.guard.JdbcVersions}
 * updates by version; {@link io.onlyonce.jdbc.guard.JdbcQuantities} and {@link io.onlyonce.jdbc.guard.JdbcDeductions} take from quantities and give back
 * once; {@link io.onlyonce.jdbc.guard.UniqueInserts} inserts or returns the existing row; {@link io.onlyonce.jdbc.guard.RowLocks} locks rows in one order.
 * {@link io.onlyonce.jdbc.guard.IndexGuard} checks in tests that an index serves a statement.
 */
@NullMarked
package io.onlyonce.jdbc.guard;

import org.jspecify.annotations.NullMarked;
