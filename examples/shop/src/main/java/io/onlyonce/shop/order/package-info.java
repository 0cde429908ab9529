/**
 * Orders, their states and their history.
 *
 * <p><strong>Mechanism: the idempotency key.</strong> {@code POST /api/orders} is {@link io.onlyonce.spring.Idempotent}: record, order, stock and history
 * commit together, and every copy of the request gets the first answer. The caller's {@code requestNo} is a second layer: a unique key that outlives the record.
 * Behind both stands the state machine ({@link io.onlyonce.shop.order.OrderFlow}), which refuses what is illegal even when it is no repeat.
 */
@NullMarked
package io.onlyonce.shop.order;

import org.jspecify.annotations.NullMarked;
