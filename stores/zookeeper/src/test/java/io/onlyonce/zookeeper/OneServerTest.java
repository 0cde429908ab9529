package io.onlyonce.zookeeper;

import org.apache.curator.test.TestingServer;

/** Locks in a ZooKeeper of one server. */
class OneServerTest extends LocksSuite {
    private TestingServer server;

    @Override
    String start() throws Exception {
        server = new TestingServer();
        return server.getConnectString();
    }

    @Override
    void stop() throws Exception {
        server.close();
    }
}
