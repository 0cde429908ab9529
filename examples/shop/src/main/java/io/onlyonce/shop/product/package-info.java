/**
 * The catalogue and its stock.
 *
 * <p><strong>Mechanisms: the guarded relative update, and the version check.</strong> {@code stock = stock - n ... WHERE stock >= n}: check and deduction are
 * one statement, its row count is the answer. Who sets an absolute value has to name the version that he saw.
 *
 * <p>With Redis, deductions without an order are leased operations: the record may be lost there, so the deduction's number is the attempt's reference and its
 * unique key the backstop; a gate keeps late buyers away from the product's row, and the database decides.
 */
@NullMarked
package io.onlyonce.shop.product;

import org.jspecify.annotations.NullMarked;
