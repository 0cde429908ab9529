package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Tokens on H2. */
class H2TokensTest extends TokensSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.h2();
    }
}
