/**
 * What the channels say of payments: {@link io.onlyonce.shop.callback.ShopBook} books it, {@link io.onlyonce.shop.callback.Notices} keeps what was said and what came
 * of it.
 */
@NullMarked
package io.onlyonce.shop.callback;

import org.jspecify.annotations.NullMarked;
