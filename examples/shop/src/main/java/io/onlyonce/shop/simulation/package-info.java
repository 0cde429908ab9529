/** The providers' side, inside the shop: a ledger and callbacks that go wrong on purpose, for the page, for tests and for trying out. In production the callbacks that go wrong are not there; the
 * ledger is, since the shop has no other gateway. */
@NullMarked
package io.onlyonce.shop.simulation;

import org.jspecify.annotations.NullMarked;
