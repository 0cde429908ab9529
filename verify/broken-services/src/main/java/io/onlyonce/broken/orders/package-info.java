/** Orders that are placed under an idempotency key, each variant with one fault. */
@NullMarked
package io.onlyonce.broken.orders;

import org.jspecify.annotations.NullMarked;
