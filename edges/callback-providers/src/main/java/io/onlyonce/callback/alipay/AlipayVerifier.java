package io.onlyonce.callback.alipay;

import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.Acknowledgements;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.ProviderTexts;
import io.onlyonce.callback.provider.SignedText;
import java.util.List;

/**
 * Alipay's asynchronous notices of the open platform: a form, signed with RSA2 over its decoded parameters. Immutable and thread-safe.
 *
 * <p>Canonical text and check are Alipay's own library ({@code com.alipay.sdk:alipay-sdk-java}, which the application must declare); what it does not do is done here:
 * SHA-1 signatures are refused, and so is a form in which one text of parameters could be read in two ways.
 *
 * <p>Nothing signed says when a notice was sent, so a recording can't be told from a repetition: it is the same notice, which has its effect once. Answered by the seven
 * letters {@code success}; the status does not matter to Alipay.
 */
public final class AlipayVerifier implements CallbackVerifier {
    /** The channel. */
    public static final String CHANNEL = "alipay";

    private static final Acknowledgement FAILURE = Acknowledgement.text(200, "failure");
    private static final Acknowledgements ANSWERS =
            new Acknowledgements(Acknowledgement.text(200, "success"), FAILURE, FAILURE);

    private final AlipaySettings settings;
    private final List<AlipayKey> keys;

    public AlipayVerifier(AlipaySettings settings) {
        this.settings = settings;
        this.keys = settings.keys();
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
            AlipayForm form = AlipayForm.parse(request.body());
            checkSignature(form);
            return AlipayNotice.read(form, settings);
        } catch (CallbackRefusedException e) {
            return e.verification();
        }
    }

    private void checkSignature(AlipayForm form) throws CallbackRefusedException {
        String signature = form.value("sign");
        if (signature == null) {
            throw new CallbackRefusedException(Reason.MALFORMED, "the parameter sign is missing");
        }
        if (!AlipayForm.SIGN_TYPE.equals(form.value("sign_type"))) {
            throw new CallbackRefusedException(Reason.MALFORMED, "the sign_type is not " + AlipayForm.SIGN_TYPE);
        }
        // the library's decoder skips what is no Base64, so that many texts would pass for one signature
        if (SignedText.base64(signature).isEmpty() || keys.stream().noneMatch(key -> key.hasSigned(form))) {
            throw new CallbackRefusedException(Reason.SIGNATURE, ProviderTexts.SIGNATURE);
        }
    }
}
