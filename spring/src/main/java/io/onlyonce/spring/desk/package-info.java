/** What people look at and do while it runs: the actuator's endpoint and the console stand on it. */
@NullMarked
package io.onlyonce.spring.desk;

import org.jspecify.annotations.NullMarked;
