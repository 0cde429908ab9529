package io.onlyonce.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class UnrelayedTest {
    @Test
    @DisplayName("an outbox that nobody relays warns as soon as a message waits in it, and not before")
    void warns(CapturedOutput log) throws Exception {
        MemoryTransactions transactions = new MemoryTransactions();
        Outbox outbox = new Outbox("mine", new MemoryInbox(transactions));
        Unrelayed unrelayed = new Unrelayed(outbox, transactions);
        unrelayed.look();
        assertThat(log).doesNotContain("has no relay");
        transactions.run(
                () -> Ended.commit(outbox.publish(new OutgoingMessage("orders", null, "m", Map.of(), new byte[0]))));
        unrelayed.look();
        assertThat(log).contains("the outbox \"mine\"", "has no relay that sends it", "publisher-confirm-type");
        assertThat(transactions.run(() -> Ended.rollBack(outbox.oldest()))).isPresent();
    }
}
