/**
 * What differs between H2, PostgreSQL and MariaDB.
 *
 * <p><strong>Mechanism: the unique key as a backstop.</strong> {@link io.onlyonce.shop.database.UniqueInsert} inserts a row or says that its identity is
 * taken, in a race as well, and leaves the transaction usable on each database.
 */
@NullMarked
package io.onlyonce.shop.database;

import org.jspecify.annotations.NullMarked;
