/**
 * What a paid order sets off: {@link io.onlyonce.shop.message.PaidOrders} publishes {@code order.paid} with the payment's transaction, {@link
 * io.onlyonce.shop.message.PointsAwards} awards points for it, once per message. Between the two lies a transport: inside the process ({@link
 * io.onlyonce.shop.message.InProcessMessages}), or a broker.
 */
@NullMarked
package io.onlyonce.shop.message;

import org.jspecify.annotations.NullMarked;
