package io.onlyonce.verify.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test that verifies something: it gets a {@link Verifier} as a parameter, keeps what each run saw, and fails if nothing was verified. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(VerifierExtension.class)
public @interface IdempotencyTest {
    /** A plan for {@link Verifier#verify()}: a file, or a resource after {@code classpath:}. */
    String plan() default "";

    /** A seed that a failure has told; 0 for one that is drawn. A seed that is given in code comes before it. */
    long seed() default 0;
}
