package io.onlyonce.spring.messaging;

import io.onlyonce.Fingerprint;
import io.onlyonce.error.MisuseException;
import io.onlyonce.json.JsonFingerprint;
import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.ConsumerEvents;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.messaging.IdempotentConsumer.Terms;
import io.onlyonce.messaging.MessageIdentity;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.OnlyOnceProperties.Messaging;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.SpringTexts;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The consumers of the application's annotated listeners, each read from its annotation once. Thread-safe. */
public final class ListenerConsumers {
    private static final int AT_ONCE = 1000; // what an inbox takes

    private final Stores stores;
    private final Messaging settings;
    private final OperationSettings operations;
    private final List<ConsumerEvents> listeners;
    private final Map<String, Listener> known = new ConcurrentHashMap<>();

    private record Listener(Class<?> type, Method method, IdempotentConsumer consumer) {}

    /**
     * @param stores the ones that every consumer works with
     */
    public ListenerConsumers(
            Stores stores, Messaging settings, OperationSettings operations, List<ConsumerEvents> listeners) {
        this.stores = stores;
        this.settings = settings;
        this.operations = operations;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * The consumer of a listener method.
     *
     * @throws MisuseException if the method can't be one as it is annotated
     */
    public IdempotentConsumer of(Class<?> type, Method method, Idempotent annotation) {
        check(method, annotation);
        String name = annotation.operation().isEmpty()
                ? type.getSimpleName() + "." + method.getName()
                : annotation.operation();
        Listener mine = known.computeIfAbsent(name, any -> new Listener(type, method, read(name, method, annotation)));
        if (!mine.type().equals(type) || !mine.method().equals(method)) {
            throw new MisuseException(SpringTexts.operationTwice(method, name, mine.type(), mine.method()));
        }
        return mine.consumer();
    }

    /** All consumers that were asked for. */
    public Collection<IdempotentConsumer> all() {
        return known.values().stream().map(Listener::consumer).toList();
    }

    /**
     * A consumer by its name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public IdempotentConsumer named(String name) {
        Listener found = known.get(name);
        if (found == null) {
            throw new IllegalArgumentException(SpringTexts.noConsumer(
                    name, known.keySet().stream().sorted().toList()));
        }
        return found.consumer();
    }

    /**
     * Forgets counted failures of messages that have not come back for long, of all consumers.
     *
     * @param limit how many at most
     * @return how many there were; fewer than the limit = none is left but what others hold at this moment
     */
    public int forgetOldFailures(int limit) throws Exception {
        int forgotten = 0;
        for (IdempotentConsumer consumer : all()) {
            int asked;
            int last;
            do {
                asked = Math.min(limit - forgotten, AT_ONCE);
                last = asked == 0 ? 0 : consumer.forgetOldFailures(asked);
                forgotten += last;
            } while (asked > 0 && last == asked);
        }
        return forgotten;
    }

    private static void check(Method method, Idempotent annotation) {
        if (annotation.guarantee() != Idempotent.Guarantee.TRANSACTIONAL
                || !annotation.scope().isEmpty()
                || annotation.remembersStatuses().length > 0
                || !annotation.lock().isEmpty()
                || !annotation.number().isEmpty()
                || annotation.keeps() != Idempotent.Keeps.ANSWER) {
            throw new MisuseException(SpringTexts.listenerAttributes(method));
        }
        if (method.getReturnType() != void.class) {
            throw new MisuseException(SpringTexts.listenerResult(method));
        }
    }

    private IdempotentConsumer read(String name, Method method, Idempotent annotation) {
        MessageIdentity identity = annotation.key().isEmpty()
                ? MessageIdentity.header(settings.idHeader()).or(MessageIdentity.position())
                : ListenerKey.of(annotation.key(), method);
        try {
            return IdempotentConsumer.named(name, identity, stores)
                    .terms(new Terms(
                            settings.maxTries(),
                            new BackOff(settings.retryAfter(), settings.greatestDelay()),
                            operations.patience(method, annotation, settings.patience()),
                            operations.retention(method, annotation, settings.retention())))
                    .permanent(Arrays.asList(annotation.remembers()))
                    .fingerprint(fingerprint(annotation))
                    .events((consumer, message, disposition) ->
                            listeners.forEach(listener -> listener.disposed(consumer, message, disposition)));
        } catch (IllegalArgumentException e) {
            throw new MisuseException(SpringTexts.annotation(method, String.valueOf(e.getMessage())));
        }
    }

    /** The body byte for byte, or where fields are volatile its JSON by what it means. */
    private static Function<Delivered, Fingerprint> fingerprint(Idempotent annotation) {
        if (annotation.volatileFields().length == 0) {
            return message -> Fingerprint.hasher().add(message.body()).finish();
        }
        JsonFingerprint json = new JsonFingerprint(Set.of(annotation.volatileFields()));
        return message -> {
            Fingerprint.Hasher hasher = Fingerprint.hasher();
            json.add(hasher, message.body());
            return hasher.finish();
        };
    }
}
