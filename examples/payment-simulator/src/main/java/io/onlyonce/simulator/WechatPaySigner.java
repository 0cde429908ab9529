package io.onlyonce.simulator;

import java.security.PrivateKey;
import java.time.Instant;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/**
 * WeChat Pay, interface version 3: timestamp, nonce and body, each with a line feed behind it, under SHA256withRSA; what happened is encrypted within. Amounts are in fen.
 */
public final class WechatPaySigner implements CallbackSigner {
    private static final String TIMESTAMP = "Wechatpay-Timestamp";
    private static final int NONCE_LENGTH = 32;

    private final WechatPayMerchant merchant;
    private final PrivateKey key;
    private final String keyId;
    private final ResourceCipher cipher;

    /**
     * @param key the platform's private key, RSA
     * @param keyId how the notices name it: a certificate's serial number, or {@code PUB_KEY_ID_…}
     */
    public WechatPaySigner(WechatPayMerchant merchant, PrivateKey key, String keyId) {
        this.merchant = merchant;
        this.key = key;
        this.keyId = keyId;
        this.cipher = new ResourceCipher(merchant.apiV3Key());
    }

    @Override
    public Channel channel() {
        return Channel.WECHATPAY;
    }

    @Override
    public SignedCallback sign(Notice notice, Instant at) {
        ObjectNode plaintext = WechatPayResource.of(notice, merchant);
        return sign(envelope(notice, Json.bytes(plaintext)), at);
    }

    /** Any body. */
    public SignedCallback sign(byte[] body, Instant at) {
        String timestamp = Long.toString(at.getEpochSecond());
        String nonce = ProviderIds.letters(NONCE_LENGTH);
        byte[] content = Signatures.content(timestamp + "\n" + nonce + "\n", body, "\n");
        byte[] signature = Signatures.sign("SHA256withRSA", key, content);
        return SignedCallback.json(body)
                .withHeader(TIMESTAMP, timestamp)
                .withHeader("Wechatpay-Nonce", nonce)
                .withHeader("Wechatpay-Signature", Base64.getEncoder().encodeToString(signature))
                .withHeader("Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048")
                .withHeader("Wechatpay-Serial", keyId);
    }

    @Override
    public SignedCallback restamp(SignedCallback signed, Instant at) {
        return signed.withHeader(TIMESTAMP, Long.toString(at.getEpochSecond()));
    }

    private byte[] envelope(Notice notice, byte[] plaintext) {
        String originalType = notice.kind() == NoticeKind.PAID ? "transaction" : "refund";
        String nonce = ProviderIds.letters(ResourceCipher.NONCE_LENGTH);
        ObjectNode resource = Json.object()
                .put("original_type", originalType)
                .put("algorithm", ResourceCipher.ALGORITHM)
                .put("ciphertext", cipher.encrypt(plaintext, nonce, originalType))
                .put("associated_data", originalType)
                .put("nonce", nonce);
        return Json.bytes(Json.object()
                .put("id", notice.id())
                .put("create_time", ProviderTime.withOffset(notice.at()))
                .put("event_type", WechatPayResource.eventType(notice))
                .put("resource_type", "encrypt-resource")
                .put("summary", WechatPayResource.summary(notice))
                .set("resource", resource));
    }
}
