package io.onlyonce.callback.alipay;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.HashMap;

/** One of Alipay's keys, and Alipay's own library to verify with it. Immutable and thread-safe. */
final class AlipayKey {
    private final String base64;

    AlipayKey(RSAPublicKey key) {
        this.base64 = Base64.getEncoder().encodeToString(key.getEncoded());
    }

    /** Whether the form's {@code sign} is this key's. */
    boolean hasSigned(AlipayForm form) {
        try {
            // the library takes "sign" and "sign_type" out of the map it is given, so it gets one of its own
            return AlipaySignature.verifyV1(
                    new HashMap<>(form.parameters()), base64, form.charset().name(), AlipayForm.SIGN_TYPE);
        } catch (AlipayApiException e) {
            return false; // its message quotes the signature: not for the log
        }
    }
}
