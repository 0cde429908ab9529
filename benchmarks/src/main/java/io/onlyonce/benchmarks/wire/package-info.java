/** What a call costs on the wire and in the log: counts that do not depend on how busy the machine is. */
@NullMarked
package io.onlyonce.benchmarks.wire;

import org.jspecify.annotations.NullMarked;
