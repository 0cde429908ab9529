package io.onlyonce.messaging;

import io.onlyonce.messaging.Disposition.DeadLetter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A dead-letter queue in memory, and the queue to which it sends back. Confined to one thread. */
final class FakeDeadLetters implements DeadLetters {
    private final Deque<Delivered> letters = new ArrayDeque<>();
    private final Queue<Delivered> back = new ConcurrentLinkedQueue<>();
    private boolean brokerDown;

    /** What whoever feeds the consumer does with a dead letter. */
    void add(String consumer, Delivered message, DeadLetter given) {
        Map<String, String> headers = new HashMap<>(message.headers());
        headers.putAll(DeadLetterHeaders.of(consumer, message, given));
        letters.addLast(new Delivered(message.source(), headers, message.body(), message.position()));
    }

    /** What a broker does by itself, for example after too many deliveries: no cause is told. */
    void addByBroker(Delivered message) {
        letters.addLast(message);
    }

    void brokerDown(boolean down) {
        brokerDown = down;
    }

    int size() {
        return letters.size();
    }

    Delivered first() {
        return letters.getFirst();
    }

    /** What was sent back, to be delivered again. */
    Queue<Delivered> back() {
        return back;
    }

    @Override
    public int sendBack(int limit, Before before) throws Exception {
        int sent = 0;
        while (sent < limit && !letters.isEmpty()) {
            Delivered letter = letters.getFirst();
            before.sendBack(letter);
            if (brokerDown) {
                throw new java.io.IOException("connection refused");
            }
            Map<String, String> headers = new HashMap<>(letter.headers());
            headers.keySet().removeIf(name -> name.startsWith("onlyonce-"));
            back.add(new Delivered(letter.source(), headers, letter.body(), letter.position()));
            letters.removeFirst();
            sent++;
        }
        return sent;
    }

    @Override
    public long count() {
        return letters.size();
    }
}
