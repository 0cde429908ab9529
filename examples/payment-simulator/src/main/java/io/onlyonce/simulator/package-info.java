/**
 * The other side of payment callbacks: providers with a ledger of their own, who sign notices as the real ones do and send them again until they are acknowledged.
 */
@NullMarked
package io.onlyonce.simulator;

import org.jspecify.annotations.NullMarked;
