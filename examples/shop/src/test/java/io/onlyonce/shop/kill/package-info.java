/** The shop under {@code kill -9}. */
@NullMarked
package io.onlyonce.shop.kill;

import org.jspecify.annotations.NullMarked;
