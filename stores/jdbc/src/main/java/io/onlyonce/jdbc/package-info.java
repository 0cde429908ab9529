/** Stores in a relational database, by plain JDBC. */
@NullMarked
package io.onlyonce.jdbc;

import org.jspecify.annotations.NullMarked;
