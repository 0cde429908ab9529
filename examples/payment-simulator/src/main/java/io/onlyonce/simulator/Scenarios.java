package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The scenarios, and their names for a page. */
public final class Scenarios {
    private static final int COPIES = 5;
    private static final int LOST = 2;
    private static final Map<String, Scenario> NAMED = named();

    private Scenarios() {}

    /** The buyer pays, and the notice comes as it should. */
    public static Scenario once() {
        return paid((stage, notice) -> List.of(stage.delivery().deliver(notice)));
    }

    /** The buyer pays when the merchant has cancelled the order long since: the provider doesn't know. */
    public static Scenario late() {
        return once();
    }

    /** The same notice several times, one after another. */
    public static Scenario duplicates(int copies) {
        return paid((stage, notice) -> stage.delivery().deliverInTurn(Collections.nCopies(copies, notice)));
    }

    /** The same notice several times, at the same moment. */
    public static Scenario burst(int copies) {
        return paid((stage, notice) -> stage.delivery().deliverAtOnce(copies, notice));
    }

    /** The connection is cut behind the notice, so many times; then it comes through. */
    public static Scenario lostAcknowledgements(int times) {
        return paid((stage, notice) -> List.of(stage.delivery().deliverLosing(times, notice)));
    }

    /** Paid and refunded in full; the refund's notice comes first. The refund's number is the payment's with {@code -R} behind it. */
    public static Scenario refundBeforePaid() {
        return paid((stage, notice) -> {
            Payment payment = notice.payment();
            String refundNo = payment.paymentNo() + "-R";
            Notice refund = stage.simulator().refund(payment.paymentNo(), refundNo, payment.amount());
            return stage.delivery().deliverInTurn(List.of(refund, notice));
        });
    }

    /** A first attempt fails, a second succeeds; the failure's notice comes last, from providers that send one. */
    public static Scenario failedAfterPaid() {
        return (stage, paymentNos) -> {
            String paymentNo = first(paymentNos);
            Optional<Notice> failed = stage.simulator().fail(paymentNo);
            Notice paid = stage.simulator().pay(paymentNo);
            return stage.delivery()
                    .deliverInTurn(
                            Stream.concat(Stream.of(paid), failed.stream()).toList());
        };
    }

    /** Two payments of one order, under two numbers, through one channel or two: both are paid. Needs both numbers. */
    public static Scenario twoPayments() {
        return (stage, paymentNos) -> {
            if (paymentNos.size() < 2) {
                throw new IllegalArgumentException(SimulatorTexts.payments(2, paymentNos.size()));
            }
            List<Notice> paid = new ArrayList<>();
            for (String paymentNo : paymentNos) {
                paid.add(stage.simulator().pay(paymentNo));
            }
            return stage.delivery().deliverInTurn(paid);
        };
    }

    /** A genuine notice of another amount. */
    public static Scenario wrongAmount(BigDecimal amount) {
        return (stage, paymentNos) ->
                List.of(stage.delivery().deliver(stage.simulator().payWrongAmount(first(paymentNos), amount)));
    }

    /** The buyer pays; of the notice, only what an attacker made of it comes. */
    public static Scenario forged(Forgery forgery) {
        return paid((stage, notice) -> List.of(stage.delivery().forge(forgery, notice)));
    }

    /** All names that {@link #named(String)} knows. */
    public static Set<String> names() {
        return NAMED.keySet();
    }

    /**
     * The scenario of this name, with five copies and two lost acknowledgements where there are some.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Scenario named(String name) {
        Scenario scenario = NAMED.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException(SimulatorTexts.noScenario(name, NAMED.keySet()));
        }
        return scenario;
    }

    private static Map<String, Scenario> named() {
        Map<String, Scenario> all = new LinkedHashMap<>();
        all.put("once", once());
        all.put("duplicates", duplicates(COPIES));
        all.put("burst", burst(COPIES));
        all.put("lostAcknowledgements", lostAcknowledgements(LOST));
        all.put("outOfOrder", refundBeforePaid());
        all.put("failedAfterPaid", failedAfterPaid());
        all.put("twoChannels", twoPayments());
        all.put("late", late());
        all.put("wrongAmount", oneCentLess());
        all.put("tampered", forged(Forgery.CHANGED_BODY));
        all.put("replayWithChangedTimestamp", forged(Forgery.CHANGED_TIMESTAMP));
        return Collections.unmodifiableMap(all);
    }

    private static Scenario oneCentLess() {
        return (stage, paymentNos) -> {
            BigDecimal less =
                    stage.simulator().query(first(paymentNos)).amount().subtract(new BigDecimal("0.01"));
            return wrongAmount(less).play(stage, paymentNos);
        };
    }

    private static String first(List<String> paymentNos) {
        if (paymentNos.isEmpty()) {
            throw new IllegalArgumentException(SimulatorTexts.payments(1, 0));
        }
        return paymentNos.get(0);
    }

    /** How a notice of a payment comes to the merchant. */
    @FunctionalInterface
    private interface Telling {
        List<Delivery> tell(Stage stage, Notice paid) throws InterruptedException;
    }

    private static Scenario paid(Telling telling) {
        return (stage, paymentNos) -> telling.tell(stage, stage.simulator().pay(first(paymentNos)));
    }
}
