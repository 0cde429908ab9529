package io.onlyonce.callback.wechatpay;

import static io.onlyonce.callback.wechatpay.WechatPayVerifier.CHANNEL;

import com.wechat.pay.java.core.cipher.AeadAesCipher;
import com.wechat.pay.java.core.exception.DecryptionException;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.Notices;
import io.onlyonce.callback.provider.SignedJson;
import io.onlyonce.callback.provider.SignedText;
import io.onlyonce.callback.provider.ToldAmount;
import java.nio.charset.StandardCharsets;
import java.security.ProviderException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decrypts a notification whose signature fits, and reads it. Amounts are whole numbers of the currency's smallest unit (fen). Immutable and thread-safe.
 *
 * <p>A refund's notification names the merchant and no application, so there the application is only looked at if it is named.
 */
final class WechatPayNotice {
    private static final String ALGORITHM = "AEAD_AES_256_GCM";
    private static final Map<String, NoticeKind> REFUNDS = Map.of(
            "REFUND.SUCCESS", NoticeKind.REFUNDED,
            "REFUND.ABNORMAL", NoticeKind.REFUND_FAILED,
            "REFUND.CLOSED", NoticeKind.REFUND_FAILED);
    /** {@code REFUND} is not among them: that money has gone back is told by a notification of its own, with the amount. */
    private static final Map<String, NoticeKind> STATES = Map.of(
            "SUCCESS", NoticeKind.PAID,
            "NOTPAY", NoticeKind.PENDING,
            "USERPAYING", NoticeKind.PENDING,
            "ACCEPT", NoticeKind.PENDING,
            "CLOSED", NoticeKind.CLOSED,
            "REVOKED", NoticeKind.CLOSED,
            "PAYERROR", NoticeKind.FAILED);

    private final WechatPaySettings settings;

    WechatPayNotice(WechatPaySettings settings) {
        this.settings = settings;
    }

    Verification read(SignedJson notification) throws CallbackRefusedException {
        String id = notification.requiredText("id");
        String type = notification.requiredText("event_type");
        NoticeKind refund = REFUNDS.get(type);
        if (refund != null) {
            return refund(id, refund, decrypt(notification.requiredObject("resource")));
        }
        if (type.equals("TRANSACTION.FAIL")) {
            return payment(id, NoticeKind.FAILED, decrypt(notification.requiredObject("resource")));
        }
        if (!type.equals("TRANSACTION.SUCCESS")) {
            return Notices.irrelevant(id, type);
        }
        SignedJson facts = decrypt(notification.requiredObject("resource"));
        String state = facts.requiredText("trade_state");
        NoticeKind kind = STATES.get(state);
        return kind == null ? Notices.irrelevant(id, type + "/" + state) : payment(id, kind, facts);
    }

    private SignedJson decrypt(SignedJson resource) throws CallbackRefusedException {
        if (!ALGORITHM.equals(resource.text("algorithm"))) {
            throw new CallbackRefusedException(Reason.CONTENT, "the resource is not encrypted by " + ALGORITHM);
        }
        byte[] nonce = utf8(resource.requiredText("nonce"));
        String associated = resource.text("associated_data"); // may be empty, and may be missing
        byte[] ciphertext = SignedText.base64(resource.requiredText("ciphertext"))
                .orElseThrow(() -> new CallbackRefusedException(Reason.CONTENT, "the ciphertext is no Base64"));
        try {
            AeadAesCipher cipher = new AeadAesCipher(settings.keyBytes());
            return SignedJson.read(cipher.decrypt(utf8(associated == null ? "" : associated), nonce, ciphertext));
        } catch (DecryptionException | IllegalArgumentException | ProviderException e) {
            // the last is the JDK's for a ciphertext that is shorter than its tag
            throw new CallbackRefusedException(
                    Reason.CONTENT, "the resource can't be decrypted: has wechatpay.api-v3-key been changed?");
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Verification payment(String id, NoticeKind kind, SignedJson facts) throws CallbackRefusedException {
        ToldAmount told = amount(facts, "total");
        String paymentNo = facts.requiredText("out_trade_no");
        Doubt merchant = settings.appid().equals(facts.text("appid")) ? merchant(facts) : Doubt.MERCHANT;
        return Notices.genuine(
                () -> PaymentNotice.ofPayment(
                        CHANNEL,
                        id,
                        kind,
                        paymentNo,
                        facts.text("transaction_id"),
                        told.amount(),
                        Notices.time(facts.text("success_time"))),
                merchant,
                told.doubt());
    }

    private Verification refund(String id, NoticeKind kind, SignedJson facts) throws CallbackRefusedException {
        ToldAmount told = amount(facts, "refund");
        String paymentNo = facts.requiredText("out_trade_no");
        String appid = facts.text("appid");
        Doubt merchant = appid == null || appid.equals(settings.appid()) ? merchant(facts) : Doubt.MERCHANT;
        return Notices.genuine(
                () -> new PaymentNotice(
                        CHANNEL,
                        id,
                        kind,
                        paymentNo,
                        facts.text("transaction_id"),
                        facts.text("refund_id"),
                        facts.text("out_refund_no"),
                        told.amount(),
                        null,
                        Notices.time(facts.text("success_time"))),
                merchant,
                told.doubt());
    }

    private @Nullable Doubt merchant(SignedJson facts) {
        return settings.mchid().equals(facts.text("mchid")) ? null : Doubt.MERCHANT;
    }

    private static ToldAmount amount(SignedJson facts, String name) {
        SignedJson amount = facts.object("amount");
        if (amount == null) {
            return ToldAmount.ofMinor(null, null);
        }
        return ToldAmount.ofMinor(amount.number(name), amount.has("currency") ? amount.text("currency") : "CNY");
    }
}
