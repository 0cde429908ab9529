/** What would silently not protect is an error at start-up. */
@NullMarked
package io.onlyonce.spring.check;

import org.jspecify.annotations.NullMarked;
