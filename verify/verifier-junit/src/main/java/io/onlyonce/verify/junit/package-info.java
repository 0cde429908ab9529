/** The verifier in a service's own tests, against a port that the test has started. What it can't prove fails the test as well. */
@NullMarked
package io.onlyonce.verify.junit;

import org.jspecify.annotations.NullMarked;
