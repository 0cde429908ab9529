/** OnlyOnce in a Spring Boot application. */
@NullMarked
package io.onlyonce.spring;

import org.jspecify.annotations.NullMarked;
