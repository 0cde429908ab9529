package io.onlyonce.shop.coupon;

import org.jspecify.annotations.Nullable;

/**
 * That a user has a coupon.
 *
 * @param orderId the order that uses it; null = not used yet
 */
public record CouponClaim(
        String code, String userId, @Nullable String orderId) {}
