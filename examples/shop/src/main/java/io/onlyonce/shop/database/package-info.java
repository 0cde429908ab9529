/** What differs between H2, PostgreSQL and MariaDB, and a transaction that is run again as a whole. */
@NullMarked
package io.onlyonce.shop.database;

import org.jspecify.annotations.NullMarked;
