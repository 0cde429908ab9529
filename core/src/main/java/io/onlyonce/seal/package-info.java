/** Answers that nobody can read in the store. */
@NullMarked
package io.onlyonce.seal;

import org.jspecify.annotations.NullMarked;
