/** What a replay costs beside the least that can tell what is in a table. */
@NullMarked
package io.onlyonce.benchmarks.replay;

import org.jspecify.annotations.NullMarked;
