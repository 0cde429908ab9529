/** What the benchmarks print and write. */
@NullMarked
package io.onlyonce.benchmarks.report;

import org.jspecify.annotations.NullMarked;
