package io.onlyonce.spring.amqp;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpResourceNotAvailableException;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionListener;

/**
 * Knows whether the broker takes messages. A broker that is short of memory or disk reads nothing more from whoever publishes; who goes on writing waits without end, with a
 * transaction open. Thread-safe.
 */
final class BlockedConnections implements ConnectionListener {
    private final Map<Connection, String> reasons = new ConcurrentHashMap<>();

    /**
     * @throws AmqpResourceNotAvailableException if it takes none
     */
    void check() {
        reasons.values().stream().findFirst().ifPresent(reason -> {
            throw new AmqpResourceNotAvailableException(AmqpTexts.blocked(reason));
        });
    }

    @Override
    public void onCreate(@Nullable Connection connection) {
        if (connection == null) { // as ConnectionListener has it
            return;
        }
        connection.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                reasons.put(connection, reason);
            }

            @Override
            public void handleUnblocked() {
                reasons.remove(connection);
            }
        });
    }

    @Override
    public void onClose(Connection connection) {
        reasons.remove(connection);
    }

    @Override
    public void onShutDown(ShutdownSignalException signal) {
        reasons.keySet().removeIf(connection -> !connection.isOpen());
    }
}
