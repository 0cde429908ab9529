/** What the shop's tests share: a running shop, a client, and the checks that hold whatever was tested. */
@NullMarked
package io.onlyonce.shop.harness;

import org.jspecify.annotations.NullMarked;
