package io.onlyonce.testkit.server;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/**
 * Where a broker that speaks AMQP 0-9-1 listens.
 *
 * @param rabbitMq whether it is RabbitMQ itself
 */
record RabbitAddress(String host, int port, boolean rabbitMq) {
    private static final int TIMEOUT = 5_000;

    static RabbitAddress parse(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        if (colon < 1 || !hostAndPort.substring(colon + 1).matches("\\d{1,5}")) {
            throw new IllegalStateException("ONLYONCE_TEST_RABBIT is \"" + hostAndPort
                    + "\"; it is host:port, for example 127.0.0.1:5672, or \"embedded\".");
        }
        return new RabbitAddress(
                hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1)), true);
    }

    /** As guest, whom RabbitMQ lets in from the same machine. */
    Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(host);
        factory.setPort(port);
        factory.setConnectionTimeout(TIMEOUT);
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection("onlyonce-testkit");
    }

    TestRabbit newPrefix() {
        TestRabbit rabbit = new TestRabbit(this, DatabaseServer.randomName());
        LeftOvers.add(rabbit);
        return rabbit;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
