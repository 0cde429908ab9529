/** Contract suites for every SPI, and the real servers they run on. */
@NullMarked
package io.onlyonce.testkit;

import org.jspecify.annotations.NullMarked;
