/** Stock that is taken under an idempotency key, each variant with one fault. */
@NullMarked
package io.onlyonce.broken.stock;

import org.jspecify.annotations.NullMarked;
