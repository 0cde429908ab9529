package io.onlyonce.messaging;

import io.onlyonce.messaging.outbox.OutboxSuite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class MessagingOnMemoryTest {
    private static Rig rig;

    @BeforeAll
    static void open() {
        rig = new MemoryRig();
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
