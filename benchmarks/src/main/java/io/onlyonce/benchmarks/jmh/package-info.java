/** What OnlyOnce costs inside the process, measured by JMH. */
@NullMarked
package io.onlyonce.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
