package io.onlyonce.callback.standard;

import static io.onlyonce.callback.standard.StandardWebhooksVerifier.CHANNEL;

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
 * Reads {@code {"type":…,"timestamp"?:…,"data":{"paymentNo","transactionId","refundId"?,"amount","currency"}}}. Amounts are in the currency's major unit, as text or as
 * number.
 */
final class StandardNotice {
    private static final Map<String, NoticeKind> KINDS = Map.of(
            "payment.pending", NoticeKind.PENDING,
            "payment.succeeded", NoticeKind.PAID,
            "payment.failed", NoticeKind.FAILED,
            "payment.closed", NoticeKind.CLOSED,
            "refund.succeeded", NoticeKind.REFUNDED);

    private StandardNotice() {}

    static Verification read(String id, SignedJson event) throws CallbackRefusedException {
        String type = event.requiredText("type");
        NoticeKind kind = KINDS.get(type);
        if (kind == null) {
            return Notices.irrelevant(id, type);
        }
        SignedJson data = event.requiredObject("data");
        String paymentNo = data.requiredText("paymentNo");
        String transactionId = data.text("transactionId");
        String refundId = kind == NoticeKind.REFUNDED ? data.text("refundId") : null;
        ToldAmount told = ToldAmount.ofDecimal(data.numberOrText("amount"), data.text("currency"));
        @Nullable Instant occurredAt = Notices.time(event.text("timestamp"));
        return Notices.genuine(
                () -> new PaymentNotice(
                        CHANNEL, id, kind, paymentNo, transactionId, refundId, null, told.amount(), null, occurredAt),
                told.doubt());
    }
}
