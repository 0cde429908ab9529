/**
 * Payments, checkouts and refunds.
 *
 * <p><strong>Mechanisms: the state machine, with the ledger's unique key behind it; the row lock.</strong> An order becomes PAID once; who comes second reads
 * what the first one booked. No idempotency key is needed: the order is the identity. A refund needs one, because two refunds of the same amount may both
 * be meant; that their sum stays within the payment is decided under the order's row lock.
 *
 * <p>A checkout opens a payment on somebody else's computer, so it is a leased operation: a retry asks the gateway what the lost attempt came to before it does
 * anything, by a reference that is the same in every attempt.
 */
@NullMarked
package io.onlyonce.shop.payment;

import org.jspecify.annotations.NullMarked;
