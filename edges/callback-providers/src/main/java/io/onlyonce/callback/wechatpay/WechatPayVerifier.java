package io.onlyonce.callback.wechatpay;

import com.wechat.pay.java.core.cipher.RSAVerifier;
import com.wechat.pay.java.core.cipher.Verifier;
import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.Acknowledgements;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.ProviderTexts;
import io.onlyonce.callback.provider.SignedJson;
import io.onlyonce.callback.provider.SignedText;
import io.onlyonce.callback.provider.TimestampWindow;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * WeChat Pay's notifications, API v3: SHA256withRSA over {@code timestamp\nnonce\nbody\n}, the facts encrypted inside with AES-256-GCM. Immutable and thread-safe.
 *
 * <p>Verifying and decrypting is left to WeChat Pay's own library ({@code com.github.wechatpay-apiv3:wechatpay-java-core}, which the application must declare). Its parser
 * of notifications is not used: it does not look at the timestamp's age, and a missing {@code associated_data} breaks it.
 *
 * <p>WeChat Pay now and then sends notifications with a wrong signature, to see whether they are refused; these are.
 */
public final class WechatPayVerifier implements CallbackVerifier {
    /** The channel. */
    public static final String CHANNEL = "wechatpay";

    private static final String SCHEME = "WECHATPAY2-SHA256-RSA2048";
    private static final String PROBE = "WECHATPAY/SIGNTEST/";
    private static final Acknowledgements ANSWERS = new Acknowledgements(
            Acknowledgement.empty(204),
            Acknowledgement.json(401, "{\"code\":\"FAIL\",\"message\":\"not verified\"}"),
            Acknowledgement.json(503, "{\"code\":\"FAIL\",\"message\":\"send it again\"}"));

    private final Map<String, Verifier> verifiers = new HashMap<>();
    private final WechatPayNotice notices;
    private final TimestampWindow window;

    public WechatPayVerifier(WechatPaySettings settings, TimestampWindow window) {
        settings.keys().forEach(key -> verifiers.put(key.serial(), new RSAVerifier(key.key(), key.serial())));
        this.notices = new WechatPayNotice(settings);
        this.window = window;
    }

    @Override
    public String channel() {
        return CHANNEL;
    }

    @Override
    public Acknowledgements acknowledgements() {
        return ANSWERS;
    }

    @Override
    public Verification verify(CallbackRequest request) {
        try {
            // the library signs text, so a body that is none must not get there: it would be read as another one
            String body = SignedText.decode(request.body(), StandardCharsets.UTF_8);
            checkSignature(request, body);
            return notices.read(SignedJson.read(body));
        } catch (CallbackRefusedException e) {
            return e.verification();
        }
    }

    private void checkSignature(CallbackRequest request, String body) throws CallbackRefusedException {
        String timestamp = SignedText.header(request, "Wechatpay-Timestamp");
        String nonce = SignedText.header(request, "Wechatpay-Nonce");
        String signature = SignedText.header(request, "Wechatpay-Signature");
        String serial = SignedText.header(request, "Wechatpay-Serial");
        if (!request.header("Wechatpay-Signature-Type").orElse(SCHEME).equals(SCHEME)) {
            throw new CallbackRefusedException(Reason.MALFORMED, "the signature is of another scheme than " + SCHEME);
        }
        window.check(timestamp);
        Verifier verifier = verifiers.get(serial);
        if (verifier == null) {
            throw new CallbackRefusedException(Reason.UNKNOWN_KEY, "Wechatpay-Serial names no key that is known here");
        }
        if (signature.startsWith(PROBE)) {
            throw new CallbackRefusedException(Reason.SIGNATURE, "a probe of WeChat Pay's with a wrong signature");
        }
        String signed = timestamp + "\n" + nonce + "\n" + body + "\n";
        if (nonce.indexOf('\n') >= 0
                || SignedText.base64(signature).isEmpty()
                || !verifier.verify(serial, signed, signature)) {
            throw new CallbackRefusedException(Reason.SIGNATURE, ProviderTexts.SIGNATURE);
        }
    }
}
