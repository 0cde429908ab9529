/** Stripe's callbacks. */
@NullMarked
package io.onlyonce.callback.stripe;

import org.jspecify.annotations.NullMarked;
