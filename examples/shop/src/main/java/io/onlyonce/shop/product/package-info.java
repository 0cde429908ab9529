/**
 * The catalogue and its stock.
 *
 * <p><strong>Mechanism: the guarded relative update.</strong> {@code stock = stock - n ... WHERE stock >= n}: check and deduction are one statement, its row
 * count is the answer.
 */
@NullMarked
package io.onlyonce.shop.product;

import org.jspecify.annotations.NullMarked;
