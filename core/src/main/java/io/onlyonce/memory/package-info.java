/** Stores in memory: for tests, and the first pupils of the contract suites. */
@NullMarked
package io.onlyonce.memory;

import org.jspecify.annotations.NullMarked;
