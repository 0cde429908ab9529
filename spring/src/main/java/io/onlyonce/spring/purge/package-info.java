/** What clears away what has expired, by the clock and by hand. */
@NullMarked
package io.onlyonce.spring.purge;

import org.jspecify.annotations.NullMarked;
