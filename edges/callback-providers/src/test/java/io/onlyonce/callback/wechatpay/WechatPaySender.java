package io.onlyonce.callback.wechatpay;

import com.wechat.pay.java.core.cipher.AeadAesCipher;
import com.wechat.pay.java.core.cipher.RSASigner;
import io.onlyonce.testkit.contract.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.Map;

/** Encrypts and signs notifications with WeChat Pay's library. */
final class WechatPaySender {
    static final String API_V3_KEY = "0123456789abcdef0123456789ABCDEF";
    static final String MCHID = "1900000001";
    static final String APPID = "wx0000000000000001";
    static final String NONCE = "uluk4a9R25RW";

    private WechatPaySender() {}

    static String transaction(String paymentNo, String transactionId, String state, String amount) {
        return """
                {"transaction_id":"%s","amount":%s,"mchid":"%s","appid":"%s","trade_state":"%s","out_trade_no":"%s",\
                "success_time":"2026-03-01T19:59:58+08:00","attach":"红茶"}""".formatted(transactionId, amount, MCHID, APPID, state, paymentNo);
    }

    static String refund(String paymentNo, String transactionId, String refundId, String amount) {
        return """
                {"mchid":"%s","transaction_id":"%s","out_trade_no":"%s","refund_id":"%s","out_refund_no":"R1",\
                "refund_status":"SUCCESS","success_time":"2026-03-01T19:59:58+08:00","amount":%s}""".formatted(MCHID, transactionId, paymentNo, refundId, amount);
    }

    static String notification(String id, String type, String facts) {
        return notification(id, type, "\"associated_data\":\"transaction\",", "transaction", facts);
    }

    static String notification(String id, String type, String associatedMember, String associated, String facts) {
        String ciphertext = new AeadAesCipher(utf8(API_V3_KEY)).encrypt(utf8(associated), utf8(NONCE), utf8(facts));
        return """
                {"id":"%s","create_time":"2026-03-01T20:00:00+08:00","event_type":"%s",\
                "resource_type":"encrypt-resource","summary":"支付","resource":{"original_type":"transaction",\
                "algorithm":"AEAD_AES_256_GCM","ciphertext":"%s",%s"nonce":"%s"}}""".formatted(id, type, ciphertext, associatedMember, NONCE);
    }

    static SignedCallback send(String body, Instant time, String serial, PrivateKey key) {
        String timestamp = Long.toString(time.getEpochSecond());
        String nonce = "EcKDgEmVVpPVcNTf";
        String signed = timestamp + "\n" + nonce + "\n" + body + "\n";
        return new SignedCallback(
                utf8(body),
                Map.of(
                        "Wechatpay-Timestamp",
                        timestamp,
                        "Wechatpay-Nonce",
                        nonce,
                        "Wechatpay-Serial",
                        serial,
                        "Wechatpay-Signature",
                        new RSASigner(serial, key).sign(signed).getSign()));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
