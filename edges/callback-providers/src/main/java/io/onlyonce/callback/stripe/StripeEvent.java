package io.onlyonce.callback.stripe;

import static io.onlyonce.callback.stripe.StripeVerifier.CHANNEL;

import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.Notices;
import io.onlyonce.callback.provider.SignedJson;
import io.onlyonce.callback.provider.ToldAmount;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event. The own payment's number is taken from the object's {@code metadata.payment_no}; an event without one is of a payment that something else has made.
 *
 * <p>{@code charge.refunded} says how much of the charge was refunded altogether, so a refund is named by the charge and that sum: each sum is there once. The payment's
 * transaction is the payment intent, of which the charge is one attempt; a charge without one names none.
 */
final class StripeEvent {
    private static final String REFUNDED = "charge.refunded";
    private static final Map<String, NoticeKind> KINDS = Map.of(
            "payment_intent.processing",
            NoticeKind.PENDING,
            "payment_intent.succeeded",
            NoticeKind.PAID,
            "payment_intent.payment_failed",
            NoticeKind.FAILED,
            "payment_intent.canceled",
            NoticeKind.CLOSED,
            REFUNDED,
            NoticeKind.REFUNDED);

    private StripeEvent() {}

    static Verification read(SignedJson event, @Nullable Boolean livemode) throws CallbackRefusedException {
        String id = event.requiredText("id");
        String type = event.requiredText("type");
        NoticeKind kind = KINDS.get(type);
        if (kind == null) {
            return Notices.irrelevant(id, type);
        }
        SignedJson object = event.requiredObject("data").requiredObject("object");
        SignedJson metadata = object.object("metadata");
        String paymentNo = metadata == null ? null : metadata.text("payment_no");
        if (paymentNo == null) {
            return Notices.irrelevant(id, type + " without metadata.payment_no");
        }
        boolean otherMode = livemode != null && event.has("livemode") && !livemode.equals(event.flag("livemode"));
        Doubt environment = otherMode ? Doubt.ENVIRONMENT : null;
        Instant created = seconds(event.number("created"));
        String objectId = object.requiredText("id");
        if (kind == NoticeKind.REFUNDED) {
            return refund(id, paymentNo, objectId, object, environment, created);
        }
        String amount = object.number(kind == NoticeKind.PAID ? "amount_received" : "amount");
        ToldAmount told = StripeAmount.of(amount == null ? object.number("amount") : amount, object.text("currency"));
        return Notices.genuine(
                () -> PaymentNotice.ofPayment(CHANNEL, id, kind, paymentNo, objectId, told.amount(), created),
                environment,
                told.doubt());
    }

    private static Verification refund(
            String id,
            String paymentNo,
            String chargeId,
            SignedJson charge,
            @Nullable Doubt environment,
            @Nullable Instant created)
            throws CallbackRefusedException {
        String refunded = charge.number("amount_refunded");
        ToldAmount inAll = StripeAmount.of(refunded, charge.text("currency"));
        String intent = charge.text("payment_intent");
        String refundId = inAll.amount() == null ? null : chargeId + "/" + refunded;
        return Notices.genuine(
                () -> new PaymentNotice(
                        CHANNEL,
                        id,
                        NoticeKind.REFUNDED,
                        paymentNo,
                        intent,
                        refundId,
                        null,
                        null,
                        inAll.amount(),
                        created),
                environment,
                inAll.doubt());
    }

    private static @Nullable Instant seconds(@Nullable String digits) {
        return digits != null && digits.matches("[0-9]{1,11}") ? Instant.ofEpochSecond(Long.parseLong(digits)) : null;
    }
}
