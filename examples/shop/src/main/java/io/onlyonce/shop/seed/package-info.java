/**
 * The data that the shop starts with.
 *
 * <p><strong>Mechanism: insert or do nothing.</strong> One marker row decides which of several instances lays the data down.
 */
@NullMarked
package io.onlyonce.shop.seed;

import org.jspecify.annotations.NullMarked;
