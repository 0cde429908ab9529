/** The providers' side, inside the shop: a ledger and callbacks that go wrong on purpose, for the page, for tests and for trying out. Not there in production. */
@NullMarked
package io.onlyonce.shop.simulation;

import org.jspecify.annotations.NullMarked;
