/** Whether a first call costs more when many records are kept. */
@NullMarked
package io.onlyonce.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
