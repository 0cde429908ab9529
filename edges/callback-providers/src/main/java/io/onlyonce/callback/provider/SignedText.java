package io.onlyonce.callback.provider;

import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.Verification.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Base64;
import java.util.Optional;

/**
 * Reads what is signed in one way only. Where a decoder is lenient, two different messages read the same, and a change goes unseen: a {@code String} made of broken
 * UTF-8 has replacement characters, the last character of a Base64 text has bits that nobody looks at.
 */
public final class SignedText {
    private SignedText() {}

    /** The one value of a header that must be there. */
    public static String header(CallbackRequest request, String name) throws CallbackRefusedException {
        return request.header(name)
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> new CallbackRefusedException(Reason.MALFORMED, ProviderTexts.header(name)));
    }

    /** The text that these bytes are in the charset; refused if they are none. */
    public static String decode(byte[] bytes, Charset charset) throws CallbackRefusedException {
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new CallbackRefusedException(Reason.MALFORMED, ProviderTexts.charset(charset));
        }
    }

    /** The bytes that a Base64 text stands for; empty if it is none, or not the one that an encoder writes for them. */
    public static Optional<byte[]> base64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            return Base64.getEncoder().encodeToString(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
