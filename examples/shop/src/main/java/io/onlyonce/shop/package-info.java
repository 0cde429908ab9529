/**
 * The reference application: a small shop that uses every mechanism of OnlyOnce on one domain. One package per feature; each names the mechanism that it
 * shows.
 */
@NullMarked
package io.onlyonce.shop;

import org.jspecify.annotations.NullMarked;
