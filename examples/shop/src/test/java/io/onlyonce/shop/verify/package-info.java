/** The verifier at work on the shop. */
@NullMarked
package io.onlyonce.shop.verify;

import org.jspecify.annotations.NullMarked;
