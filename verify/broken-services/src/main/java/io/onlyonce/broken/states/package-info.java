/** Steps and refunds of an order, each variant with one fault. */
@NullMarked
package io.onlyonce.broken.states;

import org.jspecify.annotations.NullMarked;
