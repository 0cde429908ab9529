/** What a duplicate costs in memory while it waits. */
@NullMarked
package io.onlyonce.benchmarks.waiting;

import org.jspecify.annotations.NullMarked;
