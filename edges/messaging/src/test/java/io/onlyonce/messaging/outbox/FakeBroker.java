package io.onlyonce.messaging.outbox;

import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A broker in memory that takes what it is told to take. Thread-safe. */
final class FakeBroker implements MessagePublisher {
    private final List<String> ids = new CopyOnWriteArrayList<>();
    private final List<OutgoingMessage> messages = new CopyOnWriteArrayList<>();
    private final List<Integer> groups = new CopyOnWriteArrayList<>();
    private volatile Function<OutgoingMessage, Sent> answer = message -> new Sent.Confirmed();
    private volatile boolean down;
    private volatile Runnable afterSending = () -> {};

    void answering(Function<OutgoingMessage, Sent> other) {
        answer = other;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    /** Runs when a group has been sent and nothing is committed yet. */
    void afterSending(Runnable then) {
        afterSending = then;
    }

    /** The ids of all that was sent, confirmed or not, in their order. */
    List<String> ids() {
        return ids;
    }

    List<OutgoingMessage> messages() {
        return messages;
    }

    /** How many messages each group had. */
    List<Integer> groups() {
        return groups;
    }

    @Override
    public List<Sent> send(List<OutgoingMessage> group) throws IOException {
        if (down) {
            throw new IOException("connection refused");
        }
        groups.add(group.size());
        group.forEach(message -> {
            ids.add(message.id());
            messages.add(message);
        });
        List<Sent> answers = group.stream().map(answer).toList();
        afterSending.run();
        return answers;
    }
}
