/** Puts OnlyOnce together for a Spring Boot application. */
@NullMarked
package io.onlyonce.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
