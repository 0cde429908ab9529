/** Bean methods that take effect only once. */
@NullMarked
package io.onlyonce.spring.method;

import org.jspecify.annotations.NullMarked;
