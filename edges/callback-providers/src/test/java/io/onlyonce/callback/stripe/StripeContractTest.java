package io.onlyonce.callback.stripe;

import com.stripe.net.Webhook;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.provider.TimestampWindow;
import io.onlyonce.testkit.contract.SignedCallback;
import io.onlyonce.testkit.contract.SignedHeadersContract;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Signed with Stripe's library. */
class StripeContractTest extends SignedHeadersContract {
    static final String FIRST = "whsec_first4711first4711first4711";
    static final String SECOND = "whsec_second0815second0815second";
    private static final String UNKNOWN = "whsec_unknown42unknown42unknown42";

    private final CallbackVerifier verifier =
            new StripeVerifier(new StripeSettings(List.of(SECOND, FIRST), true), TimestampWindow.of(clock));

    static SignedCallback send(String body, Instant time, String secret) {
        String t = Long.toString(time.getEpochSecond());
        return new SignedCallback(
                body.getBytes(StandardCharsets.UTF_8),
                Map.of("Stripe-Signature", "t=" + t + ",v1=" + signature(t + "." + body, secret)));
    }

    static String signature(String payload, String secret) {
        try {
            return Webhook.Util.computeHmacSha256(secret, payload);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String intent(Told told, String type, String amount, boolean live) {
        return """
                {"id":"%s","object":"event","type":"payment_intent.%s","created":1772366390,"livemode":%s,"data":\
                {"object":{"id":"%s","object":"payment_intent","amount":%s,"currency":"cny",\
                "metadata":{"payment_no":"%s"}}}}""".formatted(told.noticeId(), type, live, told.transactionId(), amount, told.paymentNo());
    }

    private static String minor(Told told) {
        return told.amount().value().unscaledValue().toString();
    }

    @Override
    protected CallbackVerifier verifier() {
        return verifier;
    }

    @Override
    protected List<CallbackVerifier> withChangedKeys() {
        List<CallbackVerifier> changed = new ArrayList<>();
        for (int bit = 0; bit < FIRST.length() * 7; bit++) {
            char[] key = FIRST.toCharArray();
            key[bit / 7] ^= (char) (1 << bit % 7);
            try {
                StripeSettings settings = new StripeSettings(List.of(new String(key)), true);
                changed.add(new StripeVerifier(settings, TimestampWindow.of(clock)));
            } catch (IllegalArgumentException e) {
                // a control character: no secret
            }
        }
        return changed;
    }

    @Override
    protected SignedCallback paid(Told told, Instant signedAt) {
        return send(intent(told, "succeeded", minor(told), true), signedAt, FIRST);
    }

    @Override
    protected SignedCallback paidBySecondKey(Told told, Instant signedAt) {
        return send(intent(told, "succeeded", minor(told), true), signedAt, SECOND);
    }

    @Override
    protected SignedCallback paidByUnknownKey(Told told, Instant signedAt) {
        return send(intent(told, "succeeded", minor(told), true), signedAt, UNKNOWN);
    }

    @Override
    protected SignedCallback refunded(Told told, Instant signedAt) {
        String body = """
                {"id":"%s","object":"event","type":"charge.refunded","livemode":true,"data":{"object":{"id":"ch_1",\
                "object":"charge","amount":%s,"amount_refunded":%s,"currency":"cny","payment_intent":"%s",\
                "metadata":{"payment_no":"%s"}}}}""".formatted(told.noticeId(), minor(told), minor(told), told.transactionId(), told.paymentNo());
        return send(body, signedAt, FIRST);
    }

    @Override
    protected Map<NoticeKind, SignedCallback> withoutMoney(Told told, Instant signedAt) {
        return Map.of(
                NoticeKind.PENDING, send(intent(told, "processing", minor(told), true), signedAt, FIRST),
                NoticeKind.FAILED, send(intent(told, "payment_failed", minor(told), true), signedAt, FIRST),
                NoticeKind.CLOSED, send(intent(told, "canceled", minor(told), true), signedAt, FIRST));
    }

    @Override
    protected Map<Doubt, SignedCallback> doubtful(Told told, Instant signedAt) {
        return Map.of(
                Doubt.ENVIRONMENT, send(intent(told, "succeeded", minor(told), false), signedAt, FIRST),
                Doubt.AMOUNT_UNREADABLE, send(intent(told, "succeeded", "1e4", true), signedAt, FIRST));
    }

    @Override
    protected Set<String> signedHeaders() {
        return Set.of("Stripe-Signature");
    }

    @Override
    protected SignedCallback redated(SignedCallback callback, Instant time) {
        String header = callback.headers().get("Stripe-Signature");
        return callback.withHeader("Stripe-Signature", header.replaceFirst("t=[0-9]+", "t=" + time.getEpochSecond()));
    }
}
