/** Compares a provider's statement with the own books: {@link io.onlyonce.callback.reconcile.Reconciliation}. */
@NullMarked
package io.onlyonce.callback.reconcile;

import org.jspecify.annotations.NullMarked;
