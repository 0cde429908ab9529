package io.onlyonce.guide;

import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.MessageHandler;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.messaging.MessageIdentity;
import io.onlyonce.messaging.Worked;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Messages of NATS JetStream, each of which takes effect once. Subscribe with explicit acknowledgement. */
final class NatsPoints implements MessageHandler {
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final IdempotentConsumer consumer;
    private final JetStream stream;
    private final Points points;

    interface Points {
        void award(byte[] paidOrder);
    }

    NatsPoints(Stores stores, JetStream stream, Points points) {
        this.consumer = IdempotentConsumer.named("points", MessageIdentity.header("Nats-Msg-Id"), stores);
        this.stream = stream;
        this.points = points;
    }

    @Override
    public void onMessage(Message message) throws InterruptedException {
        Delivered delivered = Delivered.of(message.getSubject(), headers(message), message.getData());
        Disposition disposition = consumer.handle(delivered, (same, attempt) -> {
            points.award(same.body());
            return Worked.DONE;
        });
        if (disposition instanceof Acknowledge) {
            message.ack();
        } else if (disposition instanceof Later later) {
            message.nakWithDelay(later.delay());
        } else if (disposition instanceof DeadLetter given) {
            if (sent(message, DeadLetterHeaders.of(consumer.name(), delivered, given))) {
                message.term();
            } else {
                message.nakWithDelay(AGAIN);
            }
        }
    }

    private static Map<String, String> headers(Message message) {
        Map<String, String> headers = new HashMap<>();
        if (message.hasHeaders()) {
            message.getHeaders()
                    .forEach((name, values) ->
                            headers.put(name, message.getHeaders().getFirst(name)));
        }
        return headers;
    }

    /** Sends it to the stream of dead letters; that stream's answer is its confirm. */
    private boolean sent(Message message, Map<String, String> more) {
        Headers headers = new Headers(message.getHeaders());
        more.forEach(headers::put);
        try {
            stream.publish(new NatsMessage("dead." + message.getSubject(), null, headers, message.getData()));
            return true;
        } catch (IOException | JetStreamApiException e) {
            return false;
        }
    }
}
