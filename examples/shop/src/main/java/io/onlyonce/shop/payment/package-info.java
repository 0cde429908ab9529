/**
 * Payments from a balance.
 *
 * <p><strong>Mechanism: compare-and-set on the state, with the ledger's unique key behind it.</strong> An order becomes PAID once; who comes second reads
 * what the first one booked. No idempotency key is needed: the order is the identity.
 */
@NullMarked
package io.onlyonce.shop.payment;

import org.jspecify.annotations.NullMarked;
