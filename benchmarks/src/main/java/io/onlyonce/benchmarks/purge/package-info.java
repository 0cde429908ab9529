/** Whether requests notice that expired records are purged. */
@NullMarked
package io.onlyonce.benchmarks.purge;

import org.jspecify.annotations.NullMarked;
