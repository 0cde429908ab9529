/**
 * Requests whose effect is more than one database transaction.
 *
 * <p><strong>Mechanism: the leased operation.</strong> A claim with a lease instead of a transaction; each attempt hands the same {@linkplain
 * io.onlyonce.Attempt#reference() reference} on to whoever does the work, so that what was lost in the middle can be asked for.
 */
@NullMarked
package io.onlyonce.shop.leased;

import org.jspecify.annotations.NullMarked;
