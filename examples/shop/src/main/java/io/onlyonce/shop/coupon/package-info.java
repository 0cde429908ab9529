/**
 * Coupons: one per user, and no more than there are.
 *
 * <p><strong>Mechanism: the unique key first, the guarded relative update behind it.</strong> The claim's primary key recognises a user who comes again; the
 * coupon's row says whether there is one left. Both in one transaction, so a claim without a piece is never seen.
 */
@NullMarked
package io.onlyonce.shop.coupon;

import org.jspecify.annotations.NullMarked;
