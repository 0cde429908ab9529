/** The database that a benchmark makes for itself on a real server. */
@NullMarked
package io.onlyonce.benchmarks.database;

import org.jspecify.annotations.NullMarked;
