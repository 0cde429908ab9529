package io.onlyonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.memory.MemoryTransactions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SideTransactionTest {
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final List<String> committed = new CopyOnWriteArrayList<>();

    private boolean write(String name) {
        transactions.changed(() -> {}, () -> committed.add(name));
        return true;
    }

    @Test
    @DisplayName("its steps run in one transaction on another thread, and commit ends it")
    void commit() {
        SideTransaction side = SideTransaction.begin(transactions);
        assertThat(side.call(() -> Thread.currentThread())).isNotSameAs(Thread.currentThread());
        side.call(() -> write("one"));
        side.run(() -> write("two"));
        assertThat(committed).isEmpty();
        side.commit();
        assertThat(committed).containsExactly("one", "two");
    }

    @Test
    @DisplayName("closing one that has not ended rolls it back; closing one that has ended does nothing")
    void close() {
        try (SideTransaction side = SideTransaction.begin(transactions)) {
            side.call(() -> write("undone"));
        }
        assertThat(committed).isEmpty();
        try (SideTransaction side = SideTransaction.begin(transactions)) {
            side.call(() -> write("kept"));
            side.commit();
        }
        assertThat(committed).containsExactly("kept");
    }

    @Test
    @DisplayName("a step's failure is thrown to the test, and the transaction goes on")
    void failingStep() {
        IllegalArgumentException unchecked = new IllegalArgumentException("step");
        IOException checked = new IOException("step");
        try (SideTransaction side = SideTransaction.begin(transactions)) {
            assertThatThrownBy(() -> side.call(() -> {
                        throw unchecked;
                    }))
                    .isSameAs(unchecked);
            assertThatThrownBy(() -> side.call(() -> {
                        throw checked;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasCause(checked);
            side.call(() -> write("after"));
            side.commit();
        }
        assertThat(committed).containsExactly("after");
    }

    @Test
    @DisplayName("a step for one that has ended is refused instead of waited for")
    void stepAfterEnd() {
        SideTransaction side = SideTransaction.begin(transactions);
        side.rollBack();
        assertThatThrownBy(() -> side.call(() -> write("late"))).hasMessageContaining("has ended");
    }
}
