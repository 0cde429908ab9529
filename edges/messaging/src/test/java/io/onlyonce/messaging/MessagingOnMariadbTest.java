package io.onlyonce.messaging;

import io.onlyonce.messaging.outbox.OutboxSuite;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class MessagingOnMariadbTest {
    private static Rig rig;
    private static Rig readCommitted;

    @BeforeAll
    static void open() {
        rig = JdbcRig.in(TestServers.mariadb());
        readCommitted = JdbcRig.readCommitted(TestServers.mariadb());
    }

    @AfterAll
    static void close() {
        rig.close();
        readCommitted.close();
    }

    @Nested
    class Consumer extends ConsumerSuite {
        Consumer() {
            super(rig);
        }
    }

    @Nested
    class DeadLettersAgain extends RedriveSuite {
        DeadLettersAgain() {
            super(rig);
        }
    }

    /** At READ COMMITTED, as the relay asks for. */
    @Nested
    class Outboxes extends OutboxSuite {
        Outboxes() {
            super(readCommitted);
        }
    }
}
