package io.onlyonce.spring.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;

/**
 * Gives messages back to their queue after a delay, holding no consumer's thread meanwhile. Until then a message counts as unacknowledged: it is part of the prefetch, and if its
 * channel closes the broker has it back at once. Thread-safe.
 */
final class DelayedRequeue implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DelayedRequeue.class);

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "onlyonce-requeue");
        thread.setDaemon(true);
        return thread;
    });

    /** Makes one that waits for nothing yet. */
    DelayedRequeue() {
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * Gives a message back.
     *
     * @param tried whether its work was run. If so it is rejected, which a quorum queue counts towards its delivery limit; else it is only returned, which since RabbitMQ 4.3 it
     *     does not count
     */
    void requeue(Channel channel, long tag, boolean tried, Duration delay) {
        try {
            var unused = timer.schedule( // nobody waits for it
                    () -> giveBack(channel, tag, tried), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) { // shutting down
            giveBack(channel, tag, tried);
        }
    }

    private static void giveBack(Channel channel, long tag, boolean tried) {
        try {
            if (tried) {
                channel.basicReject(tag, true);
            } else {
                channel.basicNack(tag, false, true);
            }
        } catch (IOException | ShutdownSignalException | AmqpException e) { // the last one is Spring's
            log.info("A message could not be given back, because its channel has closed; that gives it back, too.", e);
        }
    }

    /** Forgets what waits: its channels are about to close. */
    @Override
    public void close() {
        timer.shutdown();
    }
}
