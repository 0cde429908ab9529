package io.onlyonce.messaging.outbox;

import io.onlyonce.inbox.Kept;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a relay, inside its transaction. Confined to one thread. */
final class RelayRun {
    private static final Logger log = LoggerFactory.getLogger(RelayRun.class);

    /** After this no further message is sent alone: the transaction is open meanwhile. */
    private static final Duration LONG = Duration.ofSeconds(5);

    /** What is only unconfirmed is tried again after this at the latest: the broker may be back. */
    private static final Duration UNCONFIRMED = Duration.ofSeconds(10);

    /** How the kept cause of a refusal begins. */
    private static final String REFUSED = "refused: ";

    private final Outbox outbox;
    private final MessagePublisher publisher;
    private final OutboxRelay.Terms terms;
    private final BrokerWatch connection;
    private final long began = System.nanoTime();
    private Duration oldest = Duration.ZERO;
    private int confirmed;
    private int later;
    private int parked;
    private boolean hungUp;
    private boolean unreachable;
    private boolean cutShort;

    RelayRun(Outbox outbox, MessagePublisher publisher, OutboxRelay.Terms terms, BrokerWatch connection) {
        this.outbox = outbox;
        this.publisher = publisher;
        this.terms = terms;
        this.connection = connection;
    }

    private record Ready(Kept kept, OutgoingMessage message) {}

    /** Sends the fresh ones together, then each of the others, as long as the broker answers. The rest stays due. */
    void relay(List<Kept> due) {
        List<Ready> fresh = new ArrayList<>();
        List<Ready> failedBefore = new ArrayList<>();
        for (Kept kept : due) {
            Ready ready = ready(kept);
            if (ready != null) {
                (kept.tries() == 0 ? fresh : failedBefore).add(ready);
            }
        }
        if (!fresh.isEmpty()) {
            send(fresh);
        }
        for (Ready one : failedBefore) {
            cutShort = cutShort || System.nanoTime() - began > LONG.toNanos();
            if (!hungUp && !cutShort) {
                send(List.of(one));
            }
        }
    }

    Relayed result(boolean full) {
        return new Relayed(confirmed, later, parked, oldest, unreachable, (full || cutShort) && !hungUp);
    }

    private @Nullable Ready ready(Kept kept) {
        try {
            KeptMessage read = KeptMessage.decode(kept.entry().payload());
            Duration age = Duration.between(read.publishedAt(), outbox.clock().instant());
            oldest = age.compareTo(oldest) > 0 ? age : oldest;
            return new Ready(kept, read.message());
        } catch (KeptMessage.NewerFormatException e) {
            outbox.store().again(kept, terms.backOff().greatest(), e.toString());
            later++;
            log.warn("Message {} of the outbox {} waits: {}", kept.entry().id(), outbox.name(), e.getMessage());
            return null;
        } catch (IOException | RuntimeException e) { // a further try would read the same bytes
            park(kept, e.toString());
            return null;
        }
    }

    private void send(List<Ready> ready) {
        List<Sent> answers;
        try {
            answers = publisher.send(ready.stream().map(Ready::message).toList());
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            } else {
                connection.away(e);
            }
            hungUp = true;
            unreachable = true;
            return;
        }
        if (answers.size() != ready.size()) {
            throw new IllegalStateException(OutboxTexts.answers(answers.size(), ready.size()));
        }
        connection.there();
        for (int i = 0; i < ready.size(); i++) {
            settle(ready.get(i), answers.get(i));
        }
    }

    private void settle(Ready ready, Sent answer) {
        Kept kept = ready.kept();
        int tries = kept.tries() + 1;
        if (answer instanceof Sent.Confirmed) {
            outbox.store().done(kept);
            confirmed++;
        } else if (answer instanceof Sent.Refused refused) {
            String cause = REFUSED + refused.cause();
            if (tries >= terms.maxTries() && wasRefused(kept)) {
                park(kept, cause);
            } else {
                again(ready, tries, terms.backOff().after(tries), cause);
            }
        } else if (answer instanceof Sent.Unconfirmed unconfirmed) {
            Duration delay = terms.backOff().after(tries);
            again(
                    ready,
                    tries,
                    delay.compareTo(UNCONFIRMED) < 0 ? delay : UNCONFIRMED,
                    "unconfirmed: " + unconfirmed.cause());
            hungUp = true;
        }
    }

    /** The number of tries counts unconfirmed ones, too, so that alone parks nothing: the broker must have refused the message at the try before as well. */
    private boolean wasRefused(Kept kept) {
        return terms.maxTries() == 1 || (kept.cause() != null && kept.cause().startsWith(REFUSED));
    }

    private void again(Ready ready, int tries, Duration delay, String cause) {
        outbox.store().again(ready.kept(), delay, cause);
        later++;
        log.warn("Try {} to send {} of the outbox {} failed: {}", tries, ready.message(), outbox.name(), cause);
    }

    private void park(Kept kept, String cause) {
        outbox.store().park(kept, cause);
        parked++;
        log.error(
                "Message {} of the outbox {} was put aside at try {}: {}",
                kept.entry().id(),
                outbox.name(),
                kept.tries() + 1,
                cause);
    }
}
