package io.onlyonce.spring.autoconfigure;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.spring.SpringTexts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A connection of OnlyOnce's own, by the client that Spring Boot configured. It is made when it is first asked for, on a thread of its own, so that a Redis that
 * does not answer keeps nobody for longer than he wants to wait; after a failed attempt the next one who asks begins another. Once it is there, Lettuce
 * reconnects it. Thread-safe.
 */
final class RedisConnection implements SmartLifecycle, Supplier<StatefulConnection<byte[], byte[]>> {
    private final LettuceConnectionFactory factory;
    private final Duration patience;
    private @Nullable CompletableFuture<StatefulConnection<byte[], byte[]>> attempt;
    private boolean running;
    private boolean stopped;

    /**
     * @param patience how long one who asks waits for an attempt at most
     */
    RedisConnection(LettuceConnectionFactory factory, Duration patience) {
        this.factory = factory;
        this.patience = patience;
    }

    /**
     * The connection.
     *
     * @throws RedisException if it is not to be had now
     */
    @Override
    public StatefulConnection<byte[], byte[]> get() {
        try {
            return attempt().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new RedisException(e.getCause());
        } catch (TimeoutException e) {
            throw new RedisConnectionException(SpringTexts.redisConnecting(patience), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisCommandInterruptedException(e);
        }
    }

    private synchronized CompletableFuture<StatefulConnection<byte[], byte[]>> attempt() {
        if (stopped) {
            return CompletableFuture.failedFuture(new RedisConnectionException(SpringTexts.redisStopped()));
        }
        CompletableFuture<StatefulConnection<byte[], byte[]>> last = attempt;
        if (last == null || last.isCompletedExceptionally()) {
            last = begin();
            attempt = last;
        }
        return last;
    }

    private CompletableFuture<StatefulConnection<byte[], byte[]>> begin() {
        CompletableFuture<StatefulConnection<byte[], byte[]>> begun = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        begun.complete(connect(factory.getRequiredNativeClient()));
                    } catch (Throwable failure) { // whoever asked is told
                        begun.completeExceptionally(failure);
                    }
                },
                "onlyonce-redis-connect");
        thread.setDaemon(true);
        thread.start();
        return begun;
    }

    private static StatefulConnection<byte[], byte[]> connect(AbstractRedisClient client) {
        return client instanceof RedisClusterClient cluster
                ? cluster.connect(ByteArrayCodec.INSTANCE)
                : ((RedisClient) client).connect(ByteArrayCodec.INSTANCE);
    }

    @Override
    public synchronized void start() {
        running = true;
        stopped = false;
    }

    @Override
    public void stop() {
        CompletableFuture<StatefulConnection<byte[], byte[]>> last;
        synchronized (this) {
            running = false;
            stopped = true;
            last = attempt;
            attempt = null;
        }
        if (last != null) {
            var unused = last.thenAccept(StatefulConnection::close); // now, or when it comes
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    /** Ends before the factory, whose client it uses, and after the web server. */
    @Override
    public int getPhase() {
        return factory.getPhase() + 1;
    }
}
