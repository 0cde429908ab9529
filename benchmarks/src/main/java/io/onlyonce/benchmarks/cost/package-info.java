/** What the designs cost beside the bare business transaction, measured side by side. */
@NullMarked
package io.onlyonce.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
