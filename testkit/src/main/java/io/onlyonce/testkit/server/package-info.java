/** Real databases, Redis and brokers for tests: found at their standard local port, or started embedded. */
@NullMarked
package io.onlyonce.testkit.server;

import org.jspecify.annotations.NullMarked;
