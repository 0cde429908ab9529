/**
 * What every endpoint has in common: the caller, strict JSON, problems instead of error pages, and the shop's own page.
 *
 * <p><strong>Mechanism: none of its own.</strong> The page's buttons produce the duplicates that the other packages withstand.
 */
@NullMarked
package io.onlyonce.shop.web;

import org.jspecify.annotations.NullMarked;
