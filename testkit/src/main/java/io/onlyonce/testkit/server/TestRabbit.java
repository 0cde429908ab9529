package io.onlyonce.testkit.server;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;

/**
 * Queues of a test's own on a shared broker, looked at from outside. Thread-safe. {@link #close()} deletes those that it declared.
 */
public final class TestRabbit implements AutoCloseable {
    private static final long CONFIRM_PATIENCE = 30_000;

    private final RabbitAddress address;
    private final String prefix;
    private final Queue<Step<?>> leftOvers = new ConcurrentLinkedQueue<>();

    TestRabbit(RabbitAddress address, String prefix) {
        this.address = address;
        this.prefix = prefix;
    }

    public String host() {
        return address.host();
    }

    public int port() {
        return address.port();
    }

    /** The name that a queue, or anything else, has for this test alone. */
    public String name(String name) {
        return prefix + "." + name;
    }

    /** Whether the broker is RabbitMQ itself; else it speaks the same protocol, but has none of RabbitMQ's arguments. */
    public boolean isRabbitMq() {
        return address.rabbitMq();
    }

    /** Declares a durable queue under {@link #name}. */
    public String queue(String name) {
        return queue(name, Map.of());
    }

    /** The same, replicated and counting its deliveries where the broker can. */
    public String quorumQueue(String name) {
        return queue(name, isRabbitMq() ? Map.of("x-queue-type", "quorum") : Map.of());
    }

    /** The same for so many messages at most; further ones are refused. */
    public String boundedQueue(String name, int most) {
        return queue(
                name,
                isRabbitMq()
                        ? Map.of("x-max-length", most, "x-overflow", "reject-publish")
                        : Map.of("qpid.max_count", most, "qpid.policy_type", "reject"));
    }

    /** The same with arguments of the broker's. */
    public String queue(String name, Map<String, Object> arguments) {
        String full = name(name);
        with(channel -> channel.queueDeclare(full, true, false, false, arguments));
        return adoptQueue(name);
    }

    /** The full name of a queue that the program under test declares; deleted like this test's own. */
    public String adoptQueue(String name) {
        String full = name(name);
        leftOvers.add(channel -> channel.queueDelete(full));
        return full;
    }

    /** The same for an exchange. */
    public String adoptExchange(String name) {
        String full = name(name);
        leftOvers.add(channel -> channel.exchangeDelete(full));
        return full;
    }

    /** Sends a message to a queue, by its full name; returns when the broker has it. */
    public void send(String queue, AMQP.BasicProperties properties, byte[] body) {
        send(queue, properties, List.of(body));
    }

    /** The same for messages that differ in their bodies only. */
    public void send(String queue, AMQP.BasicProperties properties, List<byte[]> bodies) {
        with(channel -> {
            channel.confirmSelect();
            for (byte[] body : bodies) {
                channel.basicPublish("", queue, properties, body);
            }
            return channel.waitForConfirms(CONFIRM_PATIENCE);
        });
    }

    /** How many messages of a queue nobody has been given. */
    public long ready(String queue) {
        return with(channel -> channel.messageCount(queue));
    }

    /** Takes a message out of a queue. */
    public Optional<GetResponse> take(String queue) {
        return with(channel -> Optional.ofNullable(channel.basicGet(queue, true)));
    }

    /** What is in a queue and nobody has been given; it stays there. */
    public List<GetResponse> look(String queue) {
        return with(
                channel -> { // what is not acknowledged is back when it closes
                    List<GetResponse> seen = new ArrayList<>();
                    for (GetResponse one = channel.basicGet(queue, false);
                            one != null;
                            one = channel.basicGet(queue, false)) {
                        seen.add(one);
                    }
                    return seen;
                });
    }

    private interface Step<R> {
        R take(Channel channel) throws IOException, InterruptedException, TimeoutException;
    }

    private <R> R with(Step<R> step) {
        try (Connection connection = address.connect();
                Channel channel = connection.createChannel()) {
            return step.take(channel);
        } catch (IOException | TimeoutException | ShutdownSignalException e) { // the last when it dies in a call
            throw new IllegalStateException("The test could not use the broker at " + address + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted at the broker at " + address + ".", e);
        }
    }

    @Override
    public void close() {
        for (Step<?> step = leftOvers.poll(); step != null; step = leftOvers.poll()) {
            with(step);
        }
        LeftOvers.remove(this);
    }

    @Override
    public String toString() {
        return "the queues " + prefix + ".* at " + address;
    }
}
