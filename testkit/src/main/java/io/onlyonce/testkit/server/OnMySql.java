package io.onlyonce.testkit.server;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks tests on {@link TestServers#mysql()}. MySQL's distribution is too large for every build, so the build leaves this tag out unless the Maven
 * profile {@code mysql} is on.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("mysql")
public @interface OnMySql {}
