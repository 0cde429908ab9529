/** One business transaction, and the ways to let it take effect only once that are compared. */
@NullMarked
package io.onlyonce.benchmarks.design;

import org.jspecify.annotations.NullMarked;
