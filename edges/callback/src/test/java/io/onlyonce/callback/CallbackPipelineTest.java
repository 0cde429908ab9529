package io.onlyonce.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.OnlyOnce;
import io.onlyonce.callback.CallbackPipeline.Handling;
import io.onlyonce.callback.CallbackPipeline.Terms;
import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.Irrelevant;
import io.onlyonce.callback.Verification.NotVerified;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.inbox.InboxWorker;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallbackPipelineTest {
    private static final Amount ASKED = Amount.ofDecimal("25.00", "CNY");

    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryInbox inbox = new MemoryInbox(transactions);
    private final BookDouble book = new BookDouble();
    private final Heard heard = new Heard();
    private final ScriptedVerifier verifier = new ScriptedVerifier();
    private CallbackPipeline pipeline = pipeline(Terms.STANDARD);

    private CallbackPipeline pipeline(Terms terms) {
        return new CallbackPipeline(
                List.of(verifier),
                OnlyOnce.transactional(new MemoryRecordStore(transactions), transactions),
                transactions,
                book,
                inbox,
                heard,
                terms);
    }

    private CallbackWorker worker(int maxTries) {
        return new CallbackWorker(
                pipeline,
                inbox,
                transactions,
                new InboxWorker.Terms(maxTries, Duration.ofMillis(1), Duration.ofMillis(1), 100));
    }

    private Acknowledgement deliver(Verification verification) {
        verifier.next = verification;
        return pipeline.receive("scripted", new CallbackRequest(new byte[0], Map.of()))
                .orElseThrow();
    }

    private static PaymentNotice paid(String id) {
        return PaymentNotice.ofPayment("scripted", id, NoticeKind.PAID, "pay-1", "t-1", ASKED, null);
    }

    private static PaymentNotice refunded(String id) {
        return new PaymentNotice(
                "scripted",
                id,
                NoticeKind.REFUNDED,
                "pay-1",
                "t-1",
                "r-1",
                null,
                Amount.ofDecimal("5", "CNY"),
                null,
                null);
    }

    @Test
    @DisplayName("a notice is booked and noted once, and each delivery gets the same acknowledgement")
    void once() {
        book.know("pay-1", ASKED);
        for (int i = 0; i < 3; i++) {
            assertThat(deliver(new Genuine(paid("n-1")))).isSameAs(ScriptedVerifier.ACCEPTED);
        }
        assertThat(book.booked).containsExactly("n-1");
        assertThat(book.noted).containsExactly("n-1 DONE BOOKED");
        assertThat(heard.lines).containsExactly("accepted n-1 BOOKED", "again n-1 BOOKED", "again n-1 BOOKED");
    }

    @Test
    @DisplayName("fifty copies at once, fifty rounds: booked once, fifty times the success form")
    void herd() throws Exception {
        book.know("pay-1", ASKED);
        ExecutorService threads = Executors.newFixedThreadPool(50);
        try {
            for (int round = 0; round < 50; round++) {
                Genuine copy = new Genuine(paid("n-" + round));
                verifier.next = copy;
                CyclicBarrier barrier = new CyclicBarrier(50);
                List<Future<Acknowledgement>> answers = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    answers.add(threads.submit(() -> {
                        barrier.await();
                        return pipeline.receive("scripted", new CallbackRequest(new byte[0], Map.of()))
                                .orElseThrow();
                    }));
                }
                for (Future<Acknowledgement> answer : answers) {
                    assertThat(answer.get()).isSameAs(ScriptedVerifier.ACCEPTED);
                }
                assertThat(book.booked).hasSize(round + 1).doesNotHaveDuplicates();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @DisplayName("what is not verified gets the failure form, and nothing is asked or written")
    void notVerified() {
        assertThat(deliver(new NotVerified(Reason.SIGNATURE, "it does not fit")))
                .isSameAs(ScriptedVerifier.NOT_VERIFIED);
        assertThat(book.asked).hasValue(0);
        assertThat(book.noted).isEmpty();
        assertThat(heard.lines).containsExactly("not verified SIGNATURE");
    }

    @Test
    @DisplayName("what is genuine and of no interest is acknowledged, or it would come again")
    void irrelevant() {
        assertThat(deliver(new Irrelevant("n-1", "customer.created"))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(book.asked).hasValue(0);
        assertThat(heard.lines).containsExactly("irrelevant customer.created");
    }

    @Test
    @DisplayName(
            "B-33 genuine but wrong: noted as doubtful, never booked, acknowledged; the right one still works, even under the same id")
    void doubtful() {
        book.know("pay-1", ASKED);
        Amount less = Amount.ofDecimal("24.99", "CNY");
        PaymentNotice wrong = PaymentNotice.ofPayment("scripted", "n-1", NoticeKind.PAID, "pay-1", "t-1", less, null);
        assertThat(deliver(new Genuine(wrong))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(deliver(new Genuine(wrong))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(deliver(new Genuine(paid("n-2"), Doubt.MERCHANT))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(book.booked).isEmpty();
        assertThat(book.noted).containsExactly("n-1 DOUBTFUL AMOUNT", "n-2 DOUBTFUL MERCHANT");
        assertThat(deliver(new Genuine(paid("n-1")))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(book.booked).hasSize(1).allMatch(id -> id.startsWith("n-1~"));
        assertThat(heard.lines).contains("contradiction n-1");
    }

    @Test
    @DisplayName("a notice that comes again with other facts is a notice of its own, once")
    void contradiction() {
        book.know("pay-1", ASKED);
        book.know("pay-2", ASKED);
        PaymentNotice other = PaymentNotice.ofPayment("scripted", "n-1", NoticeKind.PAID, "pay-2", "t-2", ASKED, null);
        deliver(new Genuine(paid("n-1")));
        deliver(new Genuine(other));
        deliver(new Genuine(other));
        deliver(new Genuine(paid("n-1")));
        assertThat(book.booked).hasSize(2);
        assertThat(book.noted).hasSize(2);
    }

    @Test
    @DisplayName("B-31 nothing is known of the payment: kept, acknowledged, booked by the worker when it is there")
    void tooEarly() {
        assertThat(deliver(new Genuine(paid("n-1")))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(deliver(new Genuine(paid("n-1")))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(book.noted).containsExactly("n-1 WAITING NO_PAYMENT");
        book.know("pay-1", ASKED);
        pipeline = pipeline(Terms.STANDARD);
        transactionsRun(() -> pipeline.settle("pay-1"));
        assertThat(book.booked).containsExactly("n-1");
        assertThat(book.noted).last().isEqualTo("n-1 DONE BOOKED");
        transactionsRun(() -> pipeline.settle("pay-1"));
        assertThat(book.booked).containsExactly("n-1");
    }

    @Test
    @DisplayName("B-31 (d) a payment that never appears: tried so often, then put aside, noted and told of")
    void never() throws Exception {
        pipeline = pipeline(new Terms(Handling.AT_ONCE, Duration.ofMillis(1), Duration.ofDays(1)));
        deliver(new Genuine(paid("n-1")));
        CallbackWorker worker = worker(3);
        runUntil(worker, () -> book.noted.contains("n-1 PARKED PUT_ASIDE"));
        assertThat(book.booked).isEmpty();
        assertThat(heard.lines).contains("noted n-1 PARKED");
        assertThat(transactionsGet(() -> inbox.parked("callback", 10))).hasSize(1);
    }

    @Test
    @DisplayName("a refund that is told of before its payment waits for it, and is booked with it")
    void refundFirst() {
        book.know("pay-1", ASKED);
        book.refundsNeedPayment = true;
        assertThat(deliver(new Genuine(refunded("n-r")))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(book.booked).isEmpty();
        deliver(new Genuine(paid("n-1")));
        assertThat(book.booked).containsExactly("n-1", "n-r");
        assertThat(transactionsGet(() -> inbox.about("callback", "pay-1"))).isEmpty();
    }

    @Test
    @DisplayName(
            "the books fail: the sender is asked to send it again, nothing stays, and the next delivery is a first one")
    void failing() {
        book.know("pay-1", ASKED);
        book.failures.set(1);
        assertThat(deliver(new Genuine(paid("n-1")))).isSameAs(ScriptedVerifier.SEND_AGAIN);
        assertThat(deliver(new Genuine(paid("n-1")))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(book.booked).containsExactly("n-1");
        assertThat(heard.lines).containsExactly("send again n-1", "accepted n-1 BOOKED");
    }

    @Test
    @DisplayName("taken in for later: acknowledged before anything is booked, booked by the worker once")
    void later() throws Exception {
        book.know("pay-1", ASKED);
        pipeline = pipeline(Terms.STANDARD.handling(Handling.LATER));
        assertThat(deliver(new Genuine(paid("n-1")))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(deliver(new Genuine(paid("n-1")))).isSameAs(ScriptedVerifier.ACCEPTED);
        assertThat(book.booked).isEmpty();
        assertThat(book.noted).containsExactly("n-1 WAITING TAKEN_IN");
        runUntil(worker(3), () -> !book.booked.isEmpty());
        assertThat(book.booked).containsExactly("n-1");
        assertThat(worker(3).runOnce()).isZero();
    }

    @Test
    @DisplayName("an unknown channel is nobody's, and two verifiers of one channel are refused")
    void channels() {
        assertThat(pipeline.receive("unknown", new CallbackRequest(new byte[0], Map.of())))
                .isEmpty();
        assertThatThrownBy(() -> new CallbackPipeline(
                        List.of(verifier, new ScriptedVerifier()),
                        OnlyOnce.transactional(new MemoryRecordStore(transactions), transactions),
                        transactions,
                        book,
                        inbox,
                        heard,
                        Terms.STANDARD))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scripted");
    }

    /** The due time is the inbox's own; until it has come a run finds nothing. */
    private static void runUntil(CallbackWorker worker, BooleanSupplier done) {
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!done.getAsBoolean()) {
            worker.runOnce();
            assertThat(System.nanoTime()).as("time is up").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private void transactionsRun(Runnable work) {
        transactionsGet(() -> {
            work.run();
            return true;
        });
    }

    private <T> T transactionsGet(Supplier<T> work) {
        try {
            return transactions.run(() -> Ended.commit(work.get()));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Says what it is told to say. */
    private static final class ScriptedVerifier implements CallbackVerifier {
        static final Acknowledgement ACCEPTED = Acknowledgement.text(200, "success");
        static final Acknowledgement NOT_VERIFIED = Acknowledgement.empty(401);
        static final Acknowledgement SEND_AGAIN = Acknowledgement.empty(503);

        volatile Verification next = new NotVerified(Reason.MALFORMED, "nothing is said yet");

        @Override
        public String channel() {
            return "scripted";
        }

        @Override
        public Verification verify(CallbackRequest request) {
            return next;
        }

        @Override
        public Acknowledgements acknowledgements() {
            return new Acknowledgements(ACCEPTED, NOT_VERIFIED, SEND_AGAIN);
        }
    }

    /** Notes what it is asked; unlike real books it does not undo it with its transaction. */
    private static final class BookDouble implements PaymentBook {
        final List<String> booked = Collections.synchronizedList(new ArrayList<>());
        final List<String> noted = Collections.synchronizedList(new ArrayList<>());
        private final Map<String, Expected> known = new ConcurrentHashMap<>();
        final AtomicInteger asked = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();
        volatile boolean refundsNeedPayment;

        void know(String paymentNo, Amount amount) {
            known.put(paymentNo, new Expected("order of " + paymentNo, "scripted", amount));
        }

        @Override
        public Optional<Expected> expected(PaymentNotice notice) {
            asked.incrementAndGet();
            return Optional.ofNullable(known.get(notice.paymentNo()));
        }

        @Override
        public Booking book(PaymentNotice notice, Expected expected) {
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("the books are closed");
            }
            if (refundsNeedPayment && notice.kind() == NoticeKind.REFUNDED && booked.isEmpty()) {
                return new Booking.TooEarly("PAYMENT");
            }
            booked.add(notice.noticeId());
            return new Booking.Done("BOOKED");
        }

        @Override
        public void note(PaymentNotice notice, @Nullable Expected expected, Noted what) {
            noted.add(notice.noticeId() + " " + what.state() + " " + what.outcome());
        }
    }

    private static final class Heard implements CallbackEvents {
        final List<String> lines = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void notVerified(String channel, NotVerified refused) {
            lines.add("not verified " + refused.reason());
        }

        @Override
        public void accepted(PaymentNotice notice, String outcome, boolean replayed) {
            lines.add((replayed ? "again " : "accepted ") + notice.noticeId() + " " + outcome);
        }

        @Override
        public void irrelevant(String channel, Irrelevant irrelevant) {
            lines.add("irrelevant " + irrelevant.type());
        }

        @Override
        public void contradiction(PaymentNotice notice) {
            lines.add("contradiction " + notice.noticeId());
        }

        @Override
        public void noted(PaymentNotice notice, PaymentBook.Noted what) {
            if (what.state() != State.DONE) {
                lines.add("noted " + notice.noticeId() + " " + what.state());
            }
        }

        @Override
        public void sendAgain(PaymentNotice notice, @Nullable Exception cause) {
            lines.add("send again " + notice.noticeId());
        }
    }
}
