/**
 * The guards of the shop, in one place: which mechanism stands before which table.
 *
 * <p><strong>Mechanism: all that decide by one guarded statement.</strong> State machine, version check, relative update, row lock, unique key. A record
 * recognises a repeat; a guard refuses what is illegal even when it is none.
 */
@NullMarked
package io.onlyonce.shop.guard;

import org.jspecify.annotations.NullMarked;
