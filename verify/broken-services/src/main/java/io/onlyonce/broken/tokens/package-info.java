/** One-time tokens, each variant with one fault. */
@NullMarked
package io.onlyonce.broken.tokens;

import org.jspecify.annotations.NullMarked;
