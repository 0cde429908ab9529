package io.onlyonce.callback;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.Irrelevant;
import io.onlyonce.callback.Verification.NotVerified;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes payment callbacks: raw bytes → verifier → notice → one transaction with its record, the checks and the bookings → acknowledgement after the commit.
 *
 * <p>What is not verified gets the provider's failure form, and nothing is written. A notice that was taken before gets the first acknowledgement again. A notice that
 * is genuine is always taken, however late, out of order or wrong it is: what can't be booked is noted. Only if it can't be kept its sender is asked to send it again.
 *
 * <p>A notice is known by its own identity. If that comes again with other facts, it is taken as a notice of its own, under its identity and its facts; that the money
 * is booked once is up to the {@link PaymentBook}, which knows it by the provider's transaction. Thread-safe; make one and keep it.
 */
public final class CallbackPipeline {
    private final Map<String, CallbackVerifier> verifiers = new TreeMap<>();
    private final OnlyOnce onlyOnce;
    private final NoticeDesk desk;
    private final CallbackEvents events;
    private final Terms terms;
    private final Operation<String> operation;

    /**
     * How notices are taken.
     *
     * @param handling at once, or later by a worker
     * @param firstDelay after which one that came too early is tried again
     * @param retention how long a notice is known by its record; longer than any provider repeats it. The table of notices knows it afterwards
     */
    public record Terms(Handling handling, Duration firstDelay, Duration retention) {
        /** At once; too early: again after a second; known for 30 days, which no provider's plan reaches. */
        public static final Terms STANDARD = new Terms(Handling.AT_ONCE, Duration.ofSeconds(1), Duration.ofDays(30));

        /** The same, handled otherwise. */
        public Terms handling(Handling other) {
            return new Terms(other, firstDelay, retention);
        }
    }

    /** When a notice is dealt with. */
    public enum Handling {
        /** Before it is acknowledged. */
        AT_ONCE,
        /** It is kept and acknowledged, and dealt with by {@link CallbackWorker}: where booking takes longer than the provider waits (WeChat Pay 5 s). */
        LATER
    }

    /**
     * @param verifiers one for each provider
     * @param onlyOnce of transactional operations
     * @param transactions its transactions, which the book and the inbox join
     * @throws IllegalArgumentException if two verifiers have the same channel
     */
    public CallbackPipeline(
            Collection<CallbackVerifier> verifiers,
            OnlyOnce onlyOnce,
            TransactionRunner transactions,
            PaymentBook book,
            InboxStore inbox,
            CallbackEvents events,
            Terms terms) {
        for (CallbackVerifier verifier : verifiers) {
            if (this.verifiers.put(verifier.channel(), verifier) != null) {
                throw new IllegalArgumentException(CallbackTexts.twoVerifiers(verifier.channel()));
            }
        }
        this.onlyOnce = onlyOnce;
        this.desk = new NoticeDesk(transactions, book, inbox, events);
        this.events = events;
        this.terms = terms;
        this.operation = Operation.named("callback", ResultCodec.text()).retention(terms.retention());
    }

    /** Takes a callback and says what its sender is to be answered; empty if there is no such channel. Never throws for what was sent. */
    public Optional<Acknowledgement> receive(String channel, CallbackRequest request) {
        return Optional.ofNullable(verifiers.get(channel)).map(verifier -> receive(verifier, request));
    }

    private Acknowledgement receive(CallbackVerifier verifier, CallbackRequest request) {
        Verification verification = verifier.verify(request);
        Acknowledgements answers = verifier.acknowledgements();
        if (verification instanceof NotVerified refused) {
            events.notVerified(verifier.channel(), refused);
            return answers.notVerified();
        }
        if (verification instanceof Irrelevant irrelevant) {
            events.irrelevant(verifier.channel(), irrelevant);
            return answers.accepted();
        }
        Genuine genuine = (Genuine) verification;
        return take(genuine.notice(), genuine.doubt()) ? answers.accepted() : answers.sendAgain();
    }

    /**
     * Takes a notice that did not come as a callback: the answer to an active query. Its identity must be made of what was answered, so that the same answer is the same
     * notice.
     *
     * @return whether it was kept
     */
    public boolean take(PaymentNotice notice) {
        return take(notice, null);
    }

    /** Deals with what waits for a payment that is there now. Call it in the transaction that makes the payment's number known; without the call the worker does it later. */
    public void settle(String paymentNo) {
        desk.settle(paymentNo);
    }

    private boolean take(PaymentNotice notice, @Nullable Doubt doubt) {
        try {
            Outcome<String> outcome = run(notice, doubt);
            if (outcome instanceof Outcome.KeyReused<String>) {
                events.contradiction(notice);
                outcome = run(notice.withinId(said(notice, doubt)), doubt);
            }
            if (outcome instanceof Outcome.InProgress<String>) {
                events.sendAgain(notice, null);
                return false;
            }
            events.accepted(notice, outcome.orElseThrow(), outcome instanceof Outcome.Replayed<String>);
            return true;
        } catch (
                Exception e) { // whatever it was: nothing has committed, or nobody knows; the same notice again is safe
            events.sendAgain(notice, e);
            return false;
        }
    }

    private Outcome<String> run(PaymentNotice notice, @Nullable Doubt doubt) throws Exception {
        Call call = new Call(
                Scope.of("callback", notice.channel()), new IdempotencyKey(notice.noticeId()), said(notice, doubt));
        return onlyOnce.run(
                operation,
                call,
                attempt -> terms.handling() == Handling.LATER
                        ? desk.takeLater(notice, doubt)
                        : desk.take(notice, doubt, terms.firstDelay()));
    }

    /** A notice that was doubtful by a setting, and is not any more, is no repeat. */
    private static Fingerprint said(PaymentNotice notice, @Nullable Doubt doubt) {
        return Fingerprint.of(notice.facts().toString(), doubt == null ? "" : doubt.name());
    }

    NoticeDesk desk() {
        return desk;
    }
}
