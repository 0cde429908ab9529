/** How the designs fare when many copies of one request arrive at once. */
@NullMarked
package io.onlyonce.benchmarks.herd;

import org.jspecify.annotations.NullMarked;
