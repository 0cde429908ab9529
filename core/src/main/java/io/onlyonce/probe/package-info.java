/** Named points of a run, where audit, metrics and fault injection hang. */
@NullMarked
package io.onlyonce.probe;

import org.jspecify.annotations.NullMarked;
