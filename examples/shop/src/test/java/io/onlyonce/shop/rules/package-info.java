/** What the shop promises, one interface per feature; each database's test class implements them all. */
@NullMarked
package io.onlyonce.shop.rules;

import org.jspecify.annotations.NullMarked;
