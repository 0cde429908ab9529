/**
 * The order form and its one-time tokens.
 *
 * <p><strong>Mechanism: the one-time token, and OnlyOnce without annotations.</strong> The token is consumed by one guarded UPDATE in the order's transaction,
 * or by one script in Redis; its hash is the idempotency key, so that pressing twice gives the first order again.
 */
@NullMarked
package io.onlyonce.shop.orderform;

import org.jspecify.annotations.NullMarked;
