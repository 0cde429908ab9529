/** Locks: who holds one works alone. A lock makes waiting cheap; it is the guarded statement or the unique key behind it that makes the result right. */
@NullMarked
package io.onlyonce.lock;

import org.jspecify.annotations.NullMarked;
