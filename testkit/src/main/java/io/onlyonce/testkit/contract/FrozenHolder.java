package io.onlyonce.testkit.contract;

import static org.awaitility.Awaitility.await;

import io.onlyonce.error.LockLostException;
import io.onlyonce.lock.HeldLock;
import io.onlyonce.lock.LockEvents.Event;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.ChildJvm;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** The child's part of {@link FrozenHolderContract}: takes the lock, checks that it has it, is frozen just then, and writes late. */
public final class FrozenHolder {
    static final String GUARDED = "UPDATE account SET balance = ?, fence = ? WHERE id = 1 AND fence <= ?";

    private FrozenHolder() {}

    /**
     * To be called by the child's {@code main}.
     *
     * @param arguments those of {@code main}
     * @param provider makes the provider from what {@link FrozenHolderContract#address()} gave
     */
    public static void run(String[] arguments, Function<String, LockProvider> provider) throws Exception {
        LockName name = new LockName(arguments[1]);
        LockTerms terms = new LockTerms(Duration.ofSeconds(30), Duration.parse(arguments[2]));
        List<Event> heard = new CopyOnWriteArrayList<>();
        Locks locks = new Locks(
                provider.apply(arguments[6]), new MemoryTransactions(), (event, lockName) -> heard.add(event));
        try (ChildJvm.Line parent = ChildJvm.toParent(arguments);
                Connection connection = DriverManager.getConnection(arguments[3], arguments[4], arguments[5])) {
            String verdict = locks.run(name, terms, lock -> {
                lock.mustBeHeld();
                int rows = write(connection, 100, lock.fence().number());
                parent.say("held " + lock.fence().number() + " written " + rows);
                lock.mustBeHeld();
                parent.hear(); // frozen here, between the check and the write
                int late = write(connection, 101, lock.fence().number());
                String state = state(lock);
                return "late " + late + " " + state + " " + counted(lock, late, heard);
            });
            parent.say(verdict);
        }
    }

    /** It may hear of it from its next renewal only, where something else than its lease has ended the grant. */
    private static String state(HeldLock lock) {
        await().atMost(Duration.ofMinutes(1)).until(lock::isLost);
        try {
            lock.mustBeHeld();
            return "held";
        } catch (LockLostException e) {
            return e.code();
        }
    }

    /** The late write is told to whoever keeps the metric. */
    private static String counted(HeldLock lock, int late, List<Event> heard) {
        try {
            lock.mustHaveChanged(late);
            return "not noticed";
        } catch (LockLostException e) {
            return "counted " + Collections.frequency(heard, Event.LATE_WRITE);
        }
    }

    static int write(Connection connection, int balance, long fence) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(GUARDED)) {
            statement.setInt(1, balance);
            statement.setLong(2, fence);
            statement.setLong(3, fence);
            return statement.executeUpdate();
        }
    }
}
