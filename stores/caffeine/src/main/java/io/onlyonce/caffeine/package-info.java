/** The answers that this process knows already, in its memory, by Caffeine. */
@NullMarked
package io.onlyonce.caffeine;

import org.jspecify.annotations.NullMarked;
