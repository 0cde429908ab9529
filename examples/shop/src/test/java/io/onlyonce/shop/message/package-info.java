/** The shop's consumers as a process of their own, for tests that kill it. */
@NullMarked
package io.onlyonce.shop.message;

import org.jspecify.annotations.NullMarked;
