/** The vocabulary: an operation is called with a key, and takes effect only once. */
@NullMarked
package io.onlyonce;

import org.jspecify.annotations.NullMarked;
