package io.onlyonce.http;

import io.onlyonce.Fingerprint;
import io.onlyonce.json.UnreadableJsonException;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A body whose bytes are all there. */
final class BufferedBody implements RequestBody {
    private final byte[] bytes;
    private final MediaType type;
    private final String encoding;
    private final @Nullable Map<String, List<String>> fields;

    /**
     * @throws RequestRefusedException if the body is a form that cannot be read
     */
    BufferedBody(byte[] bytes, HttpServletRequest request) {
        this.bytes = bytes;
        this.type = MediaType.of(request.getContentType());
        String packed = request.getHeader("Content-Encoding");
        this.encoding = packed == null ? "" : packed.strip().toLowerCase(Locale.ROOT);
        this.fields = type.isForm() && isPlain() ? FormFields.ofBody(bytes, formCharset(request)) : null;
    }

    private boolean isPlain() {
        return encoding.isEmpty() || encoding.equals("identity");
    }

    /** UTF-8 where nobody says otherwise: that is what browsers send. */
    private static Charset formCharset(HttpServletRequest request) {
        String name = request.getCharacterEncoding();
        try {
            return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new RequestRefusedException(HttpProblem.MALFORMED_FORM, HttpTexts.unknownCharset(name), e);
        }
    }

    @Override
    public void describe(Fingerprint.Hasher hasher, VolatileFields volatileFields) {
        hasher.add(type.type());
        RequestFingerprint.addTexts(hasher, type.meaningful());
        if (bytes.length == 0) {
            hasher.add("empty");
        } else if (fields != null) {
            hasher.add("form");
            RequestFingerprint.addFields(hasher, fields, volatileFields);
        } else if (type.isJson() && isPlain()) {
            addJson(hasher, volatileFields);
        } else {
            String charset = type.charset();
            hasher.add("bytes").add(encoding).add(charset == null ? "" : charset.toLowerCase(Locale.ROOT));
            hasher.add(bytes);
        }
    }

    private void addJson(Fingerprint.Hasher hasher, VolatileFields volatileFields) {
        try {
            volatileFields.json().add(hasher, utf8());
        } catch (UnreadableJsonException e) {
            throw new RequestRefusedException(
                    HttpProblem.MALFORMED_JSON, HttpTexts.malformedJson(String.valueOf(e.getMessage())), e);
        }
    }

    /** JSON is UTF-8; a client that says otherwise is taken at its word. */
    private byte[] utf8() {
        String charset = type.charset();
        if (charset == null || charset.equalsIgnoreCase("utf-8")) {
            return bytes;
        }
        try {
            CharBuffer text = Charset.forName(charset).newDecoder().decode(ByteBuffer.wrap(bytes));
            return text.toString().getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException | IllegalArgumentException e) { // not in this set, or no set of that name
            throw new RequestRefusedException(
                    HttpProblem.MALFORMED_JSON, HttpTexts.malformedJson(HttpTexts.notInCharset(charset)), e);
        }
    }

    @Override
    public HttpServletRequest unread(HttpServletRequest request, String endpoint) {
        return new BufferedRequest(request, endpoint, bytes, fields);
    }
}
