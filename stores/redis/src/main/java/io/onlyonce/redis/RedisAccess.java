package io.onlyonce.redis;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.models.role.RedisInstance;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to Redis: a Lettuce connection and how long to wait for it. Immutable and thread-safe; one is enough for all stores of an application. The
 * connection remains its maker's, who closes it.
 *
 * <p>The connection may be shared with others, as long as nobody opens a transaction ({@code MULTI}) on it. While it is broken, Lettuce keeps the commands;
 * limit them by {@code ClientOptions.requestQueueSize}.
 */
public final class RedisAccess {
    private static final Logger log = LoggerFactory.getLogger(RedisAccess.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    /** A command whose answer was lost is sent once more; each script tells a repeat from a second call. */
    private static final int ATTEMPTS = 2;

    private final Supplier<? extends StatefulConnection<byte[], byte[]>> connection;
    private final Duration timeout;

    private RedisAccess(Supplier<? extends StatefulConnection<byte[], byte[]>> connection, Duration timeout) {
        this.connection = connection;
        this.timeout = timeout;
    }

    /** One server, or the master that Sentinel names; by TLS if the connection's {@code RedisURI} says so. Waits 2 s. */
    public static RedisAccess of(StatefulRedisConnection<byte[], byte[]> connection) {
        return new RedisAccess(() -> connection, TIMEOUT);
    }

    /** A cluster. Waits 2 s. */
    public static RedisAccess of(StatefulRedisClusterConnection<byte[], byte[]> connection) {
        return new RedisAccess(() -> connection, TIMEOUT);
    }

    /**
     * A connection that may not be there yet. Waits 2 s, beside what the supplier takes.
     *
     * @param connection asked for each verb; gives one and the same connection, of one server or a cluster, or throws {@link RedisException}, which the stores
     *     tell as an unavailable store
     */
    public static RedisAccess of(Supplier<? extends StatefulConnection<byte[], byte[]>> connection) {
        return new RedisAccess(connection, TIMEOUT);
    }

    /** The same, waiting this long at most for each verb of a store; an answer that is lost is asked for again when half of it is over. */
    public RedisAccess timeout(Duration timeout) {
        if (timeout.compareTo(Duration.ofMillis(ATTEMPTS)) < 0) {
            throw new IllegalArgumentException(RedisTexts.timeout(timeout));
        }
        return new RedisAccess(connection, timeout);
    }

    private static List<RedisClusterAsyncCommands<byte[], byte[]>> masters(
            StatefulRedisClusterConnection<byte[], byte[]> connection) {
        return connection.getPartitions().stream()
                .filter(node -> node.getRole() == RedisInstance.Role.UPSTREAM)
                .map(RedisClusterNode::getNodeId)
                .<RedisClusterAsyncCommands<byte[], byte[]>>map(
                        id -> connection.getConnection(id).async())
                .toList();
    }

    /** Each master by itself. */
    List<RedisClusterAsyncCommands<byte[], byte[]>> servers() {
        return connection.get() instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster
                ? masters(cluster)
                : List.of(commands());
    }

    private RedisClusterAsyncCommands<byte[], byte[]> commands() {
        StatefulConnection<byte[], byte[]> found = connection.get();
        if (found instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster) {
            return cluster.async();
        }
        if (found instanceof StatefulRedisConnection<byte[], byte[]> single) {
            return single.async();
        }
        throw new IllegalArgumentException(RedisTexts.connection(found));
    }

    /** Waits for one command. */
    <T> T await(RedisFuture<T> answer) {
        return LettuceFutures.awaitOrCancel(answer, timeout.toNanos() / ATTEMPTS, TimeUnit.NANOSECONDS);
    }

    /** Runs a script that answers with a list, as {@link #count} does. */
    List<?> list(Script script, byte[] key, byte[]... arguments) {
        return (List<?>) run(script, ScriptOutputType.MULTI, key, arguments);
    }

    /**
     * Runs a script that answers with a number on one key, and once more with the same arguments if its answer does not arrive.
     *
     * @throws io.onlyonce.error.StoreUnavailableException if Redis is not to be had
     * @throws RedisStoreException if Redis refused
     */
    long count(Script script, byte[] key, byte[]... arguments) {
        return (Long) run(script, ScriptOutputType.INTEGER, key, arguments);
    }

    private Object run(Script script, ScriptOutputType type, byte[] key, byte[][] arguments) {
        RedisClusterAsyncCommands<byte[], byte[]> commands;
        try {
            commands = commands();
        } catch (RedisException e) { // nothing was sent
            throw RedisFailures.storeFailure(e);
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return once(commands, script, type, new byte[][] {key}, arguments);
            } catch (RedisException | CancellationException e) {
                if (attempt == ATTEMPTS || !RedisFailures.answerLost(e)) {
                    throw RedisFailures.storeFailure(e);
                }
            }
        }
    }

    private Object once(
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            Script script,
            ScriptOutputType type,
            byte[][] keys,
            byte[][] arguments) {
        try {
            return await(commands.<Object>evalsha(script.digest(), type, keys, arguments));
        } catch (RedisNoScriptException e) { // a server that was started, flushed or promoted since
            return await(commands.<Object>eval(script.text(), type, keys, arguments));
        }
    }

    /** Sends a script behind all that was sent before and waits for nothing: a last attempt that may fail. */
    void send(Script script, byte[] key, byte[]... arguments) {
        try {
            commands()
                    .<Long>eval(script.text(), ScriptOutputType.INTEGER, new byte[][] {key}, arguments)
                    .whenComplete((done, failure) -> {
                        if (failure != null) {
                            log.debug("{} failed: {}", script, failure.toString());
                        }
                    });
        } catch (RedisException e) {
            log.debug("{} could not be sent: {}", script, e.toString());
        }
    }
}
