package io.onlyonce.messaging;

import io.onlyonce.messaging.outbox.OutboxSuite;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class MessagingOnH2Test {
    private static Rig rig;

    @BeforeAll
    static void open() {
        rig = JdbcRig.in(TestServers.h2());
    }

    @AfterAll
    static void close() {
        rig.close();
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

    @Nested
    class Outboxes extends OutboxSuite {
        Outboxes() {
            super(rig);
        }
    }
}
