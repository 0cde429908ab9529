package io.onlyonce.callback.alipay;

import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.SignedText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a form as they were sent: decoded once, in the charset that the form itself declares, each name once. Nothing is bound, completed or written again,
 * because every parameter is signed, known or not.
 *
 * @param parameters by name
 * @param charset of their values
 */
record AlipayForm(Map<String, String> parameters, Charset charset) {
    /** SHA-256 with RSA; the older {@code RSA} is SHA-1 and is not taken. */
    static final String SIGN_TYPE = "RSA2";

    private static final Set<String> CHARSETS = Set.of("utf-8", "gbk", "gb2312", "gb18030");

    static AlipayForm parse(byte[] body) throws CallbackRefusedException {
        Map<String, byte[]> raw = new LinkedHashMap<>();
        for (String pair : SignedText.decode(body, StandardCharsets.US_ASCII).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                throw malformed("has a part without a name");
            }
            String name = SignedText.decode(bytes(pair.substring(0, equals)), StandardCharsets.US_ASCII);
            if (raw.put(name, bytes(pair.substring(equals + 1))) != null) {
                throw malformed("has a parameter twice");
            }
        }
        Charset charset = charset(raw.get("charset"));
        Map<String, String> parameters = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> parameter : raw.entrySet()) {
            parameters.put(parameter.getKey(), SignedText.decode(parameter.getValue(), charset));
        }
        return new AlipayForm(parameters, charset);
    }

    private static Charset charset(byte @Nullable [] declared) throws CallbackRefusedException {
        if (declared == null) {
            return StandardCharsets.UTF_8;
        }
        String name = new String(declared, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        if (!CHARSETS.contains(name)) {
            throw malformed("declares a charset that Alipay does not use");
        }
        return Charset.forName(name);
    }

    private static byte[] bytes(String encoded) throws CallbackRefusedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                bytes.write(hex(encoded, i + 1) << 4 | hex(encoded, i + 2));
                i += 2;
            } else {
                bytes.write(c == '+' ? ' ' : c);
            }
        }
        return bytes.toByteArray();
    }

    private static int hex(String encoded, int at) throws CallbackRefusedException {
        int digit = at < encoded.length() ? Character.digit(encoded.charAt(at), 16) : -1;
        if (digit < 0) {
            throw malformed("has a % without two hexadecimal digits");
        }
        return digit;
    }

    private static CallbackRefusedException malformed(String what) {
        return new CallbackRefusedException(Reason.MALFORMED, "the form " + what);
    }

    /** A parameter's value; null if there is none. A blank one is none: Alipay signs no blank values, so anybody can add them. */
    @Nullable
    String value(String name) {
        String value = parameters.get(name);
        return value == null || value.isBlank() ? null : value;
    }

    /** The value of a parameter that must be there. */
    String required(String name) throws CallbackRefusedException {
        String value = value(name);
        if (value == null) {
            throw new CallbackRefusedException(Reason.CONTENT, "the parameter " + name + " is missing");
        }
        return value;
    }
}
