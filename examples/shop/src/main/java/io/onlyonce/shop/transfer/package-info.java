/**
 * Money from one account to another, which may lie in another database: a saga.
 *
 * <p>{@link io.onlyonce.shop.transfer.TransferController} is protected by a leased record; behind it {@link io.onlyonce.shop.transfer.Transfers} has the steps.
 */
@NullMarked
package io.onlyonce.shop.transfer;

import org.jspecify.annotations.NullMarked;
