/**
 * Registration, and what a customer has.
 *
 * <p><strong>Mechanism: natural identity.</strong> Username, phone and e-mail are unique keys. The same three values again are the same registration; anything
 * else that meets a taken value is refused. No idempotency key is needed, because the data carries its own.
 */
@NullMarked
package io.onlyonce.shop.customer;

import org.jspecify.annotations.NullMarked;
