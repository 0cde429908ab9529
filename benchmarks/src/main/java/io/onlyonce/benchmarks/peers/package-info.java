/** Other libraries in the same comparison, each used as its documentation shows. */
@NullMarked
package io.onlyonce.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
