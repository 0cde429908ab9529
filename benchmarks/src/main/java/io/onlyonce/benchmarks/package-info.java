/** Benchmarks of OnlyOnce on real servers, as a command line. */
@NullMarked
package io.onlyonce.benchmarks;

import org.jspecify.annotations.NullMarked;
