/** What a claim and its completion cost in Redis, beside two PINGs. */
@NullMarked
package io.onlyonce.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
