/** The little shop's business, the same for all variants: each step is right by itself, and none of them knows of repeated requests but {@link io.onlyonce.broken.shop.Records}. */
@NullMarked
package io.onlyonce.broken.shop;

import org.jspecify.annotations.NullMarked;
