package io.onlyonce.messaging;

import io.onlyonce.Call;
import io.onlyonce.Ending;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Scope;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.inbox.Kept;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.messaging.IdempotentConsumer.Settings;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.messaging.IdempotentConsumer.Terms;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The story of a message at an {@link IdempotentConsumer}. Thread-safe. */
final class Handling {
    private static final Logger log = LoggerFactory.getLogger(IdempotentConsumer.class);

    /** How often counting is tried that a deadlock undoes. */
    private static final int COUNT_ATTEMPTS = 5;

    private final String name;
    private final MessageIdentity identity;
    private final Stores stores;
    private final Settings settings;
    private final Operation<Worked> operation;
    private final Failures failures;

    Handling(String name, MessageIdentity identity, Stores stores, Settings settings) {
        Terms terms = settings.terms();
        this.name = name;
        this.identity = identity;
        this.stores = stores;
        this.settings = settings;
        this.operation = Operation.named("consume " + name, WorkedCodec.INSTANCE)
                .patience(terms.patience())
                .retention(terms.retention())
                .remembering(Buried.REFUSAL)
                .ending(worked -> worked == Worked.NOTHING ? Ending.FORGET : Ending.REMEMBER);
        this.failures = new Failures(name, stores.inbox(), terms.retention());
    }

    Disposition handle(Delivered message, MessageWork work) {
        Optional<String> id;
        try {
            id = identity.find(message);
        } catch (Throwable e) { // an Error, too: a body may well overflow the stack
            return unreadable(message, MessagingTexts.unreadableIdentity(e));
        }
        if (id.isEmpty()) {
            return unreadable(message, MessagingTexts.noIdentity());
        }
        Call call;
        try {
            call = new Call(
                    scope(message),
                    MessageKey.of(id.get()),
                    settings.fingerprint().apply(message));
        } catch (Throwable e) {
            return unreadable(message, MessagingTexts.unreadableContent(e));
        }
        return handle(message, call, work);
    }

    private Disposition handle(Delivered message, Call call, MessageWork work) {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            return meaning(call, stores.onlyOnce().run(operation, call, attempt -> {
                begun.set(true);
                return work.run(message, attempt);
            }));
        } catch (StoreUnavailableException e) {
            // its own work may be why the connection is gone, so it is counted; where the store is away that can't be
            // done either
            return begun.get() ? failed(call, e) : storeDown(call, e);
        } catch (Throwable failure) {
            return failed(call, failure);
        }
    }

    private Later storeDown(Call call, Exception failure) {
        log.warn("Message {} of {} has to come again: {}", call.key(), name, failure.getMessage());
        return new Later(firstDelay(), Why.STORE_DOWN, String.valueOf(failure.getMessage()));
    }

    DeadLetter unreadable(Delivered message, String cause) {
        log.error("{}, read by {}, goes to the dead letters: {}", message, name, cause);
        return new DeadLetter(Kept.cut(cause), 0);
    }

    /** What an outcome means for the delivery. */
    private Disposition meaning(Call call, Outcome<Worked> outcome) {
        if (outcome instanceof Outcome.Executed<Worked>) {
            return new Acknowledge(Because.DONE);
        }
        if (outcome instanceof Outcome.RolledBack<Worked>) {
            log.info("Message {} gave {} nothing to do; it is acknowledged and not remembered.", call.key(), name);
            return new Acknowledge(Because.NOTHING);
        }
        if (outcome instanceof Outcome.Replayed<Worked> || outcome instanceof Outcome.ResultUnavailable<Worked>) {
            return new Acknowledge(Because.DUPLICATE);
        }
        if (outcome instanceof Outcome.InProgress<Worked> busy) {
            return new Later(busy.retryAfter(), Why.IN_PROGRESS, MessagingTexts.inProgress());
        }
        DeadLetter given = deadLetter(call, outcome);
        log.error("Message {} of {} goes to the dead letters: {}", call.key(), name, given.cause());
        return given;
    }

    private static DeadLetter deadLetter(Call call, Outcome<Worked> outcome) {
        if (outcome instanceof Outcome.Refused<Worked> refused) {
            return ((Buried) refused.refusal()).disposition();
        }
        return new DeadLetter(
                outcome instanceof Outcome.KeyReused<Worked>
                        ? MessagingTexts.idReused(call.key())
                        : MessagingTexts.outcomeUnknown(call.key()),
                0);
    }

    private Disposition failed(Call call, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (Thread.currentThread().isInterrupted()) {
            log.info("Message {} of {} was broken off.", call.key(), name, failure);
            return new Later(firstDelay(), Why.INTERRUPTED, failure.toString());
        }
        log.warn("A try at message {} of {} failed.", call.key(), name, failure);
        for (int attempt = 1; ; attempt++) {
            try {
                return stores.transactions().run(() -> counted(call, failure));
            } catch (StoreUnavailableException e) {
                return storeDown(call, e);
            } catch (Exception e) {
                if (attempt == COUNT_ATTEMPTS || !stores.transactions().retryable(e)) {
                    log.error("The failed try at message {} of {} could not be counted.", call.key(), name, e);
                    return new Later(firstDelay(), Why.FAILED, e.toString());
                }
            }
        }
    }

    /** Counts the try in the open transaction; where it was the last one, remembers there that the message is given up. */
    private Ended<Disposition> counted(Call call, Throwable failure) throws Exception {
        Optional<Kept> counter = failures.counter(key(call));
        if (counter.isEmpty()) { // another delivery of it is counting: that one has failed, too
            return Ended.rollBack(new Later(firstDelay(), Why.FAILED, failure.toString()));
        }
        int tries = counter.get().tries() + 1;
        int most = mostFor(failure);
        String cause = Kept.cut(failure.toString());
        if (tries < most) {
            failures.add(counter.get(), cause);
            Duration delay = settings.terms().backOff().after(tries);
            return Ended.commit(new Later(delay, Why.FAILED, MessagingTexts.failedTry(tries, most, cause)));
        }
        failures.forget(counter.get());
        Disposition end = meaning(call, stores.onlyOnce().run(operation, call, attempt -> {
            throw new Buried(tries, cause);
        }));
        return new Ended<>(end, !(end instanceof Later)); // while another one is at work nothing is decided
    }

    /** After how many failed tries like this one a message is given up. What the database gave up, a deadlock's victim, is no sign of poison. */
    private int mostFor(Throwable failure) {
        if (settings.permanent().stream().anyMatch(type -> type.isInstance(failure))) {
            return 1;
        }
        int most = settings.terms().maxTries();
        return stores.transactions().retryable(failure) ? 2 * most : most;
    }

    int forgetOldFailures(int limit) throws Exception {
        return stores.transactions().run(() -> Ended.commit(failures.forgetOld(limit)));
    }

    /**
     * Lets a message that was given up run again, with all its tries: forgets the refusal and the count. What was done stays done.
     *
     * @return whether it was given up
     */
    boolean revive(Delivered message, RefusedRecords records) throws Exception {
        Optional<String> id;
        try {
            id = identity.find(message);
        } catch (Throwable unreadable) { // nothing was remembered of it, either
            return false;
        }
        if (id.isEmpty()) {
            return false;
        }
        RecordKey key = RecordKey.of(scope(message), operation.name(), MessageKey.of(id.get()));
        stores.transactions().run(() -> {
            failures.forget(key);
            return Ended.commit(true);
        });
        return records.forget(key);
    }

    private Duration firstDelay() {
        return settings.terms().backOff().first();
    }

    private Scope scope(Delivered message) {
        return Scope.of(name, message.source());
    }

    private RecordKey key(Call call) {
        return RecordKey.of(call.scope(), operation.name(), call.key());
    }
}
