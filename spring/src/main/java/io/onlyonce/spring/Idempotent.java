package io.onlyonce.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method take effect only once per key.
 *
 * <p>On a <strong>handler method</strong> of a controller the key comes from the request's {@code Idempotency-Key} header, the scope from the
 * {@link io.onlyonce.http.ScopeResolver}, and the whole handler with everything around it runs in one transaction with the record; {@link #key()} and
 * {@link #scope()} stay empty. A parameter of the type {@link io.onlyonce.Attempt} is given the attempt, for its reference and its fence.
 *
 * <p>On any <strong>other bean method</strong> the key comes from {@link #key()}. The method runs inside the transaction that holds its record, joined by
 * its own {@code @Transactional}. Two classes that inherit an annotated method have two operations.
 *
 * <p>On a <strong>listener</strong> of messages ({@code @RabbitListener}, {@code @KafkaListener}) the container's call is protected, not the method: the id comes from the message, or from
 * {@link #key()}, an expression over {@code #payload} (its JSON) and {@code #headers}; the exceptions in {@link #remembers()} are permanent failures; and whatever the listener
 * throws, the message is acknowledged, delivered again or sent to the dead letters as its {@link io.onlyonce.messaging.Disposition} says. A listener that has nothing to do
 * throws a {@link io.onlyonce.spring.messaging.NothingToDoException}.
 *
 * <p>A method that could not be protected (private, final, static, asynchronous, called on {@code this}, in a transaction of its own, a result that
 * cannot be stored) is an error at start-up. What nobody can see there: objects that the program makes itself with {@code new} are no beans, and their
 * methods are <em>not</em> protected; nor is a handler method that Java code calls past the HTTP edge; and what the method calls in transactions of its
 * own ({@code REQUIRES_NEW}) or on other threads commits on its own.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Idempotent {
    /** The name that the operation is recorded under. Default: method and route of a handler, {@code Class.method} of a bean. */
    String operation() default "";

    /**
     * Bean methods: the key, as a SpEL expression over the parameters by name, for example {@code "#order.requestNo"}. It must give a non-blank text or
     * number; null, blank or a failing expression is an error, never a key.
     */
    String key() default "";

    /** Bean methods: the scope, as a SpEL expression; default: one scope for the whole application. */
    String scope() default "";

    /** How long the answer is kept, counted from completion, for example {@code "24h"} or {@code "7d"}; default {@code onlyonce.retention}. */
    String retention() default "";

    /** How long a duplicate waits for a running first call, for example {@code "5s"}; default {@code onlyonce.patience}. */
    String patience() default "";

    /** Bean methods: exceptions that are remembered as refusals; each needs a public constructor that takes its message. */
    Class<? extends Exception>[] remembers() default {};

    /**
     * Handler methods: statuses besides 2xx and 3xx that are remembered as refusals; the handler's writes are rolled back, the answer is kept. Default
     * {@code onlyonce.http.remembered-statuses}. 400, 401, 403, 413, 429 and 5xx cannot be remembered.
     */
    int[] remembersStatuses() default {};

    /** Fields that may change from attempt to attempt and are left out of the fingerprint, as JSON pointers, for example {@code "/sentAt"}. */
    String[] volatileFields() default {};

    /**
     * Where the answer has the number that the business knows it by, as a JSON pointer into it, for example {@code "/orderId"}: the audit log tells it with each
     * decision.
     */
    String number() default "";

    /**
     * Handler methods: what is kept of a successful answer. {@link Keeps#NUMBER} is for answers with secrets in them; it needs {@link #number()}. An {@link
     * io.onlyonce.seal.AnswerSeal} bean seals whatever is kept.
     */
    Keeps keeps() default Keeps.ANSWER;

    /** How the effect is kept to one. */
    Guarantee guarantee() default Guarantee.TRANSACTIONAL;

    /** Transactional only: when the record is written. */
    Recorded recorded() default Recorded.CLAIM_FIRST;

    /** Leased only: how long a claim lasts without a heartbeat, for example {@code "30s"}; default {@code onlyonce.lease}. */
    String lease() default "";

    /** Leased only: what a retry does after a claim was lost. */
    Abandoned whenAbandoned() default Abandoned.REFUSE;

    /**
     * Leased only: the bean that {@link Abandoned#RESOLVE} asks, a {@link io.onlyonce.WhenAbandoned.Resolver} of the method's result; of a handler method the
     * answer is a {@link io.onlyonce.http.RecordedResponse}, which {@link io.onlyonce.spring.web.Rebuilt} makes.
     */
    String resolver() default "";

    /** Leased only: the bean that refuses a second effect when the record of the first is lost, an {@link io.onlyonce.Backstop}. */
    String backstop() default "";

    /** Leased only: what becomes of a call while the store cannot be reached. */
    StoreDown whenStoreDown() default StoreDown.CLOSED;

    /**
     * Bean methods: what is locked while the method runs, as a SpEL expression over its parameters, for example {@code "'account/' + #order.buyer()"}. The record
     * is looked at when the lock is held. The lock is taken outside any transaction and released after the record is durable; a call in a transaction of the
     * caller's is refused. It needs a {@link io.onlyonce.lock.Locks} bean. A method that writes to what the lock protects and may outlast its lease uses that bean
     * itself, for its {@linkplain io.onlyonce.lock.HeldLock#fence() fence}.
     */
    String lock() default "";

    /** How long a call tries to get the lock, for example {@code "2s"}; default {@code onlyonce.lock.patience}. */
    String lockPatience() default "";

    /** How long the lock outlives a dead process, for example {@code "10s"}; default {@code onlyonce.lock.lease}. */
    String lockLease() default "";

    /** What can be kept of a successful answer. */
    enum Keeps {
        /** All of it; a replay is the same answer. */
        ANSWER,
        /** Status, media type and business number; a replay has nothing else. */
        NUMBER
    }

    /** The kinds of guarantee. */
    enum Guarantee {
        /** The effect is one transaction of the application's database. */
        TRANSACTIONAL,
        /** The effect is something else, for example a remote call. */
        LEASED
    }

    /** When a transactional record is written. */
    enum Recorded {
        /** The key is claimed, then the method runs: only in the call that has the key. */
        CLAIM_FIRST,
        /**
         * The method runs, then key and answer are written by one statement: a first call is quicker, but the method of each copy runs, and all but one are rolled
         * back. Only for methods whose effects all lie in this database; see {@link io.onlyonce.Guarantee.Transactional#recordedAtEnd()}.
         */
        AT_END
    }

    /** What a retry does after a claim was lost. */
    enum Abandoned {
        /** It is refused: the outcome is unknown. */
        REFUSE,
        /** It runs the work again: the work is repeatable. */
        RERUN,
        /** It asks {@link #resolver()} first. */
        RESOLVE
    }

    /** What becomes of a call while the store cannot be reached. */
    enum StoreDown {
        /** It is refused, and nothing is run. */
        CLOSED,
        /** It runs without a record, with nothing but its {@link #backstop()} behind it. */
        OPEN
    }
}
