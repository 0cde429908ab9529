package io.onlyonce.spring;

import io.onlyonce.Scope;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenTerms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of OnlyOnce.
 *
 * @param enabled whether OnlyOnce is active at all
 * @param retention how long an answer is kept, counted from completion, where the annotation says nothing
 * @param patience how long a duplicate waits for a running first call, where the annotation says nothing
 * @param lease how long a leased claim lasts without a heartbeat, where the annotation says nothing
 * @param maxAttempts how often a transaction is run at most when the database gives it up (deadlock, serialization failure)
 * @param maxAnswerSize the largest answer that is kept, in bytes; a larger one reaches the first caller and is recorded as done without its answer
 * @param schema what to do about the tables at start-up
 * @param leasedStore where the records of leased operations are kept
 * @param tokenStore where one-time tokens are kept
 * @param purge clearing away of expired records and tokens
 * @param audit the audit table
 * @param redis how Redis is used, where one of the two is kept there
 * @param tokens one-time tokens
 * @param nearCache how much memory the answers may take that this instance repeats without asking the store; 0 = none, and it needs {@code onlyonce-caffeine}
 * @param readFirst whether the record table is looked into before a transaction is begun: quicker replays, a statement more for each first call
 * @param lock locks, where the annotation says nothing
 * @param http the HTTP edge
 * @param callback payment callbacks, where the application has books for them
 * @param messaging listeners of messages, and the outbox
 * @param sagas operations of several steps
 */
@ConfigurationProperties("onlyonce")
public record OnlyOnceProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("1d") Duration retention,
        @DefaultValue("5s") Duration patience,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("3") int maxAttempts,
        @DefaultValue("1048576") int maxAnswerSize,
        @DefaultValue("check") Schema schema,
        @DefaultValue("jdbc") Store leasedStore,
        @DefaultValue("jdbc") Store tokenStore,
        @DefaultValue Purge purge,
        @DefaultValue Audit audit,
        @DefaultValue Redis redis,
        @DefaultValue Tokens tokens,
        @DefaultValue("0B") DataSize nearCache,
        @DefaultValue("false") boolean readFirst,
        @DefaultValue Lock lock,
        @DefaultValue Http http,
        @DefaultValue Callback callback,
        @DefaultValue Messaging messaging,
        @DefaultValue Sagas sagas) {

    public OnlyOnceProperties {
        atLeast("max-attempts", maxAttempts, 1);
        atLeast("max-answer-size", maxAnswerSize, 0);
    }

    private static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(SpringTexts.setting(name, value, least + " or more"));
        }
    }

    /** What to do about the tables at start-up. */
    public enum Schema {
        /** Create them if they are missing, then check. */
        CREATE,
        /** Check that they are there, with their columns and indexes; Flyway or somebody else makes them. */
        CHECK
    }

    /** Where something is kept. It is what it says: another store never takes its place. */
    public enum Store {
        /** In the application's database. */
        JDBC,
        /** In Redis, by {@code onlyonce-redis} and {@code spring.data.redis.*}. */
        REDIS
    }

    /**
     * How Redis is used. Where it is, and who we are there, is said by {@code spring.data.redis.*}.
     *
     * @param prefix what all keys begin with; default: {@code onlyonce:}, the application's name if it has one, and a colon. Applications that share records
     *     need the same one, all others different ones
     * @param timeout how long each step in a store waits for Redis at most
     */
    public record Redis(
            @Nullable String prefix, @DefaultValue("2s") Duration timeout) {}

    /**
     * One-time tokens.
     *
     * @param header the header that carries a token, in requests and, where an answer has a fresh one, in answers
     * @param field the form field that carries a token
     * @param lifetime how long a token is good whose purpose is not among the purposes, and a fresh one in an answer
     * @param purposes what the endpoint issues tokens for, each with its lifetime, for example {@code create-order=10m}
     * @param endpoint the endpoint that issues tokens
     */
    public record Tokens(
            @DefaultValue("X-Form-Token") String header,
            @DefaultValue("_token") String field,
            @DefaultValue("10m") Duration lifetime,
            @DefaultValue Map<String, Duration> purposes,
            @DefaultValue Endpoint endpoint) {

        public Tokens {
            TokenTerms.once(lifetime);
            purposes.forEach((purpose, its) -> {
                TokenBinding.of(purpose, Scope.of("anybody"));
                TokenTerms.once(its);
            });
        }

        /** How long a token for this purpose is good. */
        public Duration lifetimeOf(String purpose) {
            return purposes.getOrDefault(purpose, lifetime);
        }

        /**
         * The endpoint that issues tokens to whoever the scope says is asking.
         *
         * @param enabled whether it is there
         * @param path where it is, from the root of the application
         */
        public record Endpoint(
                @DefaultValue("false") boolean enabled,
                @DefaultValue("/onlyonce/tokens") String path) {}
    }

    /**
     * Clearing away of expired records and tokens. Several instances may purge at once.
     *
     * @param enabled whether this instance purges
     * @param interval the pause between two rounds
     * @param batchSize how many records one short transaction deletes at most
     * @param pause how long it waits at least after each of these before the next one; three times as long as it took, if that is longer
     */
    public record Purge(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1m") Duration interval,
            @DefaultValue("100") int batchSize,
            @DefaultValue("20ms") Duration pause) {

        public Purge {
            if (interval.toMillis() < 1) {
                throw new IllegalArgumentException(SpringTexts.setting("purge.interval", interval, "1 ms or longer"));
            }
            atLeast("purge.batch-size", batchSize, 1);
            if (pause.isNegative()) {
                throw new IllegalArgumentException(SpringTexts.setting("purge.pause", pause, "zero or longer"));
            }
        }
    }

    /**
     * The audit table, beside the audit log: one row for each decision, to be searched.
     *
     * @param enabled whether decisions are written to it
     * @param retention how long they are kept there
     * @param queue how many may wait for the database; what comes on top is in the log only
     */
    public record Audit(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("30d") Duration retention,
            @DefaultValue("10000") int queue) {
        public Audit {
            if (retention.toMillis() < 1) {
                throw new IllegalArgumentException(SpringTexts.setting("audit.retention", retention, "1 ms or longer"));
            }
            atLeast("audit.queue", queue, 1);
        }
    }

    /**
     * Locks.
     *
     * @param patience how long a call tries to get one
     * @param lease how long one outlives a dead process
     */
    public record Lock(
            @DefaultValue("5s") Duration patience,
            @DefaultValue("30s") Duration lease) {
        public Lock {
            new LockTerms(patience, lease);
        }
    }

    /**
     * The HTTP edge.
     *
     * @param enabled whether annotated handler methods are protected
     * @param header the header that carries the key
     * @param requestIdHeader the header that carries the id of each single request, for the log; blank = none does
     * @param rememberedStatuses statuses besides 2xx and 3xx that are remembered as refusals, where the annotation says nothing
     * @param replayedHeaders headers of an answer that are kept and replayed besides the usual ones (Content-Type, Location, ETag …)
     * @param maxRequestSize the largest request body in bytes that a protected endpoint takes; above it 413, before anything is done
     * @param anonymous what becomes of a caller without a principal
     * @param problemBase what the type of a problem starts with; its code follows
     * @param order the filter's order; it has to come after authentication and authorisation
     */
    public record Http(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("Idempotency-Key") String header,
            @DefaultValue("X-Request-Id") String requestIdHeader,
            @DefaultValue({"402", "409", "410"}) Set<Integer> rememberedStatuses,
            @DefaultValue List<String> replayedHeaders,
            @DefaultValue("1048576") int maxRequestSize,
            @DefaultValue("refuse") Anonymous anonymous,
            @DefaultValue("/problems/") String problemBase,
            @DefaultValue("2147483547") int order) {}

    /**
     * Payment callbacks. Needs {@code onlyonce-callback}.
     *
     * @param path where they come, from the root of the application; the channel's name follows
     * @param later whether notices are kept and acknowledged first and dealt with by the worker, instead of at once
     * @param retention how long a notice is known by its record; longer than any provider repeats it
     * @param workEvery the pause between two looks for notices that wait
     * @param firstDelay after which a notice that came too early is tried again; doubled each time
     * @param longestDelay what the delay grows to at most
     * @param maxTries after how many tries a notice is put aside
     */
    public record Callback(
            @DefaultValue("/callbacks") String path,
            @DefaultValue("false") boolean later,
            @DefaultValue("30d") Duration retention,
            @DefaultValue("1s") Duration workEvery,
            @DefaultValue("1s") Duration firstDelay,
            @DefaultValue("1h") Duration longestDelay,
            @DefaultValue("20") int maxTries) {

        public Callback {
            if (!path.startsWith("/") || path.endsWith("/")) {
                throw new IllegalArgumentException(SpringTexts.setting(
                        "callback.path", path, "a path that begins with / and does not end with it"));
            }
            if (workEvery.toMillis() < 1) {
                throw new IllegalArgumentException(
                        SpringTexts.setting("callback.work-every", workEvery, "1 ms or longer"));
            }
            atLeast("callback.max-tries", maxTries, 1);
        }
    }

    /** What becomes of a caller without a principal. */
    public enum Anonymous {
        /** Refused with 401: two callers whom nobody can tell apart must not see each other's answers. */
        REFUSE,
        /** All of them share one scope. */
        SHARED
    }

    /**
     * Listeners of messages, and the outbox.
     *
     * @param idHeader the header, or AMQP property, that carries a message's id, where the annotation names no key; in Kafka a message without it is known by its position
     * @param maxTries after how many failed tries a message goes to the dead letters; stay below the delivery limit of a quorum queue, 20 unless it says something else
     * @param retryAfter how long after the first failed try a message is tried again; doubled after each further one
     * @param greatestDelay the longest that this becomes
     * @param patience how long a delivery waits for another one of its message that is at work, where the annotation says nothing
     * @param retention how long a message is known after it was dealt with, where the annotation says nothing; longer than broker and dead letters keep it
     * @param deadLetterSuffix what the name of a queue's or topic's dead letters ends with
     * @param confirmPatience how long a broker's confirm is waited for
     * @param outbox messages that leave with the transaction that publishes them
     */
    public record Messaging(
            @DefaultValue("message-id") String idHeader,
            @DefaultValue("5") int maxTries,
            @DefaultValue("1s") Duration retryAfter,
            @DefaultValue("1m") Duration greatestDelay,
            @DefaultValue("2s") Duration patience,
            @DefaultValue("30d") Duration retention,
            @DefaultValue(".dlq") String deadLetterSuffix,
            @DefaultValue("5s") Duration confirmPatience,
            @DefaultValue Outbox outbox) {}

    /** Where the messages of an outbox go. */
    public enum Broker {
        /** RabbitMQ, by Spring AMQP. */
        RABBITMQ,
        /** Kafka, by Spring Kafka. */
        KAFKA
    }

    /**
     * Messages that leave with the transaction that publishes them.
     *
     * @param broker where they go, if the application has more than one; null if that is clear
     * @param relayed whether this instance sends them; several may
     * @param interval the pause after a run that found nothing more: how long a message waits at most
     * @param batchSize how many messages a run sends at most
     * @param maxTries after how many tries a message that the broker refuses is put aside
     * @param retryAfter how long after the first failed try a message is sent again; doubled after each further one
     * @param greatestDelay the longest that this becomes
     */
    public record Outbox(
            @Nullable Broker broker,
            @DefaultValue("true") boolean relayed,
            @DefaultValue("200ms") Duration interval,
            @DefaultValue("100") int batchSize,
            @DefaultValue("12") int maxTries,
            @DefaultValue("1s") Duration retryAfter,
            @DefaultValue("10m") Duration greatestDelay) {

        public Outbox {
            if (interval.toMillis() < 1) {
                throw new IllegalArgumentException(
                        SpringTexts.setting("messaging.outbox.interval", interval, "1 ms or longer"));
            }
        }
    }

    /**
     * Sagas that were begun and are not finished.
     *
     * @param completeEvery the pause between two looks for them
     * @param maxTries after how many failed tries one is put aside
     * @param firstDelay after which the first failed try is followed by another; doubled each time
     * @param longestDelay what the delay grows to at most
     */
    public record Sagas(
            @DefaultValue("1s") Duration completeEvery,
            @DefaultValue("12") int maxTries,
            @DefaultValue("1s") Duration firstDelay,
            @DefaultValue("10m") Duration longestDelay) {

        public Sagas {
            if (completeEvery.toMillis() < 1) {
                throw new IllegalArgumentException(
                        SpringTexts.setting("sagas.complete-every", completeEvery, "1 ms or longer"));
            }
            atLeast("sagas.max-tries", maxTries, 1);
        }
    }
}
