/**
 * What a paid order sets off: {@link io.onlyonce.shop.message.PaidOrders} publishes {@code order.paid} with the payment's transaction, {@link
 * io.onlyonce.shop.message.PointsAwards} awards points for it, once per message.
 */
@NullMarked
package io.onlyonce.shop.message;

import org.jspecify.annotations.NullMarked;
