package io.onlyonce.zookeeper;

import io.onlyonce.lock.LockProvider;
import io.onlyonce.testkit.contract.FrozenHolder;
import io.onlyonce.testkit.contract.FrozenHolderContract;
import java.time.Duration;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A frozen holder whose session outlives its lease. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FrozenHolderTest extends FrozenHolderContract {
    private static final Duration SESSION = Duration.ofSeconds(30);

    private TestingServer server;
    private Client client;

    @BeforeAll
    void open() throws Exception {
        server = new TestingServer();
        client = Client.connected(server.getConnectString(), SESSION);
    }

    @AfterAll
    void close() throws Exception {
        client.close();
        server.close();
    }

    @Override
    protected LockProvider provider() {
        return client.provider();
    }

    @Override
    protected Class<?> child() {
        return Child.class;
    }

    @Override
    protected String address() {
        return server.getConnectString();
    }

    static void hold(String[] arguments, Duration session) throws Exception {
        try (Client client = Client.connected(arguments[6], session)) {
            FrozenHolder.run(arguments, address -> client.provider());
        }
    }

    /** The process that is frozen. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            hold(arguments, SESSION);
        }
    }
}
