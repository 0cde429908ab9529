/** Units of work as transactions of Spring's transaction manager. */
@NullMarked
package io.onlyonce.spring.transaction;

import org.jspecify.annotations.NullMarked;
