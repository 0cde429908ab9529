/**
 * The catalogue and its stock.
 *
 * <p><strong>Mechanisms: the guarded relative update, and the version check.</strong> {@code stock = stock - n ... WHERE stock >= n}: check and deduction are
 * one statement, its row count is the answer. Who sets an absolute value has to name the version that he saw.
 */
@NullMarked
package io.onlyonce.shop.product;

import org.jspecify.annotations.NullMarked;
