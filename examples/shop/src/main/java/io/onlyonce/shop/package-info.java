/** The reference application. */
@NullMarked
package io.onlyonce.shop;

import org.jspecify.annotations.NullMarked;
