package io.onlyonce.callback.wechatpay;

import static io.onlyonce.callback.wechatpay.WechatPaySender.API_V3_KEY;
import static io.onlyonce.callback.wechatpay.WechatPaySender.APPID;
import static io.onlyonce.callback.wechatpay.WechatPaySender.MCHID;
import static io.onlyonce.callback.wechatpay.WechatPaySender.notification;
import static io.onlyonce.callback.wechatpay.WechatPaySender.refund;
import static io.onlyonce.callback.wechatpay.WechatPaySender.send;
import static io.onlyonce.callback.wechatpay.WechatPaySender.transaction;

import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.provider.RsaKeys;
import io.onlyonce.callback.provider.TimestampWindow;
import io.onlyonce.testkit.contract.SignedCallback;
import io.onlyonce.testkit.contract.SignedHeadersContract;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Encrypted and signed with WeChat Pay's library. */
class WechatPayContractTest extends SignedHeadersContract {
    private static final KeyPair FIRST = RsaKeys.pair(2048);
    private static final KeyPair SECOND = RsaKeys.pair(2048);
    private static final KeyPair UNKNOWN = RsaKeys.pair(2048);
    private static final String FIRST_ID = "PUB_KEY_ID_0119000000012026030100000000000001";
    private static final String SECOND_ID = "5F1C72E2A8931B72A2E13AF8DEE92471EB397115";

    private final CallbackVerifier verifier = verifier(
            API_V3_KEY,
            List.of(
                    new WechatPayKey(SECOND_ID, SECOND.getPublic()),
                    WechatPayKey.ofPublicKey(FIRST_ID, RsaKeys.pem(FIRST.getPublic()))));

    private CallbackVerifier verifier(String apiV3Key, List<WechatPayKey> keys) {
        return new WechatPayVerifier(new WechatPaySettings(apiV3Key, MCHID, APPID, keys), TimestampWindow.of(clock));
    }

    private static String minor(Told told) {
        return told.amount().value().unscaledValue().toString();
    }

    private static String total(String total) {
        return "{\"total\":" + total + ",\"payer_total\":1,\"currency\":\"CNY\"}";
    }

    private static String payment(Told told, String type, String state) {
        return notification(
                told.noticeId(), type, transaction(told.paymentNo(), told.transactionId(), state, total(minor(told))));
    }

    @Override
    protected CallbackVerifier verifier() {
        return verifier;
    }

    @Override
    protected List<CallbackVerifier> withChangedKeys() {
        List<CallbackVerifier> changed = new ArrayList<>();
        for (PublicKey key : RsaKeys.changed(FIRST.getPublic())) {
            changed.add(verifier(API_V3_KEY, List.of(new WechatPayKey(FIRST_ID, key))));
        }
        for (int bit = 0; bit < API_V3_KEY.length() * 7; bit++) {
            char[] key = API_V3_KEY.toCharArray();
            key[bit / 7] ^= (char) (1 << bit % 7);
            try {
                changed.add(verifier(new String(key), List.of(new WechatPayKey(FIRST_ID, FIRST.getPublic()))));
            } catch (IllegalArgumentException e) {
                // a control character: no key
            }
        }
        return changed;
    }

    @Override
    protected SignedCallback paid(Told told, Instant signedAt) {
        return send(payment(told, "TRANSACTION.SUCCESS", "SUCCESS"), signedAt, FIRST_ID, FIRST.getPrivate());
    }

    @Override
    protected SignedCallback paidBySecondKey(Told told, Instant signedAt) {
        return send(payment(told, "TRANSACTION.SUCCESS", "SUCCESS"), signedAt, SECOND_ID, SECOND.getPrivate());
    }

    @Override
    protected SignedCallback paidByUnknownKey(Told told, Instant signedAt) {
        return send(payment(told, "TRANSACTION.SUCCESS", "SUCCESS"), signedAt, FIRST_ID, UNKNOWN.getPrivate());
    }

    @Override
    protected SignedCallback refunded(Told told, Instant signedAt) {
        String amount = "{\"total\":" + minor(told) + ",\"refund\":" + minor(told) + ",\"payer_refund\":1}";
        String facts = refund(told.paymentNo(), told.transactionId(), "50000000382019052709732678859", amount);
        return send(notification(told.noticeId(), "REFUND.SUCCESS", facts), signedAt, FIRST_ID, FIRST.getPrivate());
    }

    @Override
    protected Map<NoticeKind, SignedCallback> withoutMoney(Told told, Instant signedAt) {
        return Map.of(
                NoticeKind.PENDING,
                send(payment(told, "TRANSACTION.SUCCESS", "USERPAYING"), signedAt, FIRST_ID, FIRST.getPrivate()),
                NoticeKind.CLOSED,
                send(payment(told, "TRANSACTION.SUCCESS", "CLOSED"), signedAt, FIRST_ID, FIRST.getPrivate()),
                NoticeKind.FAILED,
                send(payment(told, "TRANSACTION.FAIL", "PAYERROR"), signedAt, FIRST_ID, FIRST.getPrivate()));
    }

    @Override
    protected Map<Doubt, SignedCallback> doubtful(Told told, Instant signedAt) {
        String facts = transaction(told.paymentNo(), told.transactionId(), "SUCCESS", total(minor(told)));
        String other = notification(told.noticeId(), "TRANSACTION.SUCCESS", facts.replace(MCHID, "1900000002"));
        String unreadable = notification(
                told.noticeId(),
                "TRANSACTION.SUCCESS",
                transaction(told.paymentNo(), told.transactionId(), "SUCCESS", total("\"10001\"")));
        return Map.of(
                Doubt.MERCHANT, send(other, signedAt, FIRST_ID, FIRST.getPrivate()),
                Doubt.AMOUNT_UNREADABLE, send(unreadable, signedAt, FIRST_ID, FIRST.getPrivate()));
    }

    @Override
    protected Set<String> signedHeaders() {
        return Set.of("Wechatpay-Timestamp", "Wechatpay-Nonce", "Wechatpay-Serial", "Wechatpay-Signature");
    }

    @Override
    protected SignedCallback redated(SignedCallback callback, Instant time) {
        return callback.withHeader("Wechatpay-Timestamp", Long.toString(time.getEpochSecond()));
    }
}
