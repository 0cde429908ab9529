package io.onlyonce.callback.standard;

import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.testkit.contract.SignedCallback;
import io.onlyonce.testkit.contract.SignedHeadersContract;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** A sender of Standard Webhooks, whatever it signs with. */
abstract class StandardWebhooksContract extends SignedHeadersContract {
    /** What stands in {@code webhook-signature}. */
    interface Signer {
        String sign(String id, Instant time, String body);
    }

    static final String PAYMENT = """
            {"type":"%s","timestamp":"2026-03-01T11:59:58Z","data":{"paymentNo":"%s","transactionId":"%s",\
            "amount":"%s","currency":"CNY"}}""";
    static final String REFUND = """
            {"type":"refund.succeeded","data":{"paymentNo":"%s","transactionId":"%s","refundId":"r-1","amount":%s,\
            "currency":"CNY"}}""";

    abstract Signer firstKey();

    abstract Signer secondKey();

    abstract Signer unknownKey();

    static String payment(String type, Told told, String amount) {
        return PAYMENT.formatted(type, told.paymentNo(), told.transactionId(), amount);
    }

    private static String payment(String type, Told told) {
        return payment(type, told, told.amount().value().toPlainString());
    }

    static SignedCallback send(String id, Instant time, String body, Signer signer) {
        return new SignedCallback(
                body.getBytes(StandardCharsets.UTF_8),
                Map.of(
                        "webhook-id",
                        id,
                        "webhook-timestamp",
                        Long.toString(time.getEpochSecond()),
                        "webhook-signature",
                        signer.sign(id, time, body)));
    }

    @Override
    protected SignedCallback paid(Told told, Instant signedAt) {
        return send(told.noticeId(), signedAt, payment("payment.succeeded", told), firstKey());
    }

    @Override
    protected SignedCallback paidBySecondKey(Told told, Instant signedAt) {
        return send(told.noticeId(), signedAt, payment("payment.succeeded", told), secondKey());
    }

    @Override
    protected SignedCallback paidByUnknownKey(Told told, Instant signedAt) {
        return send(told.noticeId(), signedAt, payment("payment.succeeded", told), unknownKey());
    }

    @Override
    protected SignedCallback refunded(Told told, Instant signedAt) {
        String body = REFUND.formatted(
                told.paymentNo(), told.transactionId(), told.amount().value());
        return send(told.noticeId(), signedAt, body, firstKey());
    }

    @Override
    protected Map<NoticeKind, SignedCallback> withoutMoney(Told told, Instant signedAt) {
        return Map.of(
                NoticeKind.PENDING, send(told.noticeId(), signedAt, payment("payment.pending", told), firstKey()),
                NoticeKind.FAILED, send(told.noticeId(), signedAt, payment("payment.failed", told), firstKey()),
                NoticeKind.CLOSED, send(told.noticeId(), signedAt, payment("payment.closed", told), firstKey()));
    }

    @Override
    protected Map<Doubt, SignedCallback> doubtful(Told told, Instant signedAt) {
        return Map.of(
                Doubt.AMOUNT_UNREADABLE,
                send(told.noticeId(), signedAt, payment("payment.succeeded", told, "1e2"), firstKey()));
    }

    @Override
    protected Set<String> signedHeaders() {
        return Set.of("webhook-id", "webhook-timestamp", "webhook-signature");
    }

    @Override
    protected SignedCallback redated(SignedCallback callback, Instant time) {
        return callback.withHeader("webhook-timestamp", Long.toString(time.getEpochSecond()));
    }
}
