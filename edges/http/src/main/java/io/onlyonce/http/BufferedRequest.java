package io.onlyonce.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request whose body is read from memory: as stream, as text, or as a form's parameters behind those of the query string. */
final class BufferedRequest extends ProtectedRequest {
    private final byte[] body;
    private final @Nullable Map<String, List<String>> fields;
    private @Nullable ServletInputStream stream;
    private @Nullable BufferedReader reader;
    private @Nullable Map<String, String[]> parameters;

    BufferedRequest(
            HttpServletRequest request, String endpoint, byte[] body, @Nullable Map<String, List<String>> fields) {
        super(request, endpoint);
        this.body = body;
        this.fields = fields;
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException(HttpTexts.otherBodyInUse("getInputStream()", "getReader()"));
        }
        if (stream == null) {
            stream = new Bytes(body, endpoint);
        }
        return stream;
    }

    @Override
    public BufferedReader getReader() throws UnsupportedEncodingException {
        if (stream != null) {
            throw new IllegalStateException(HttpTexts.otherBodyInUse("getReader()", "getInputStream()"));
        }
        if (reader == null) {
            String encoding = getCharacterEncoding();
            reader = new BufferedReader(new InputStreamReader(
                    new ByteArrayInputStream(body),
                    encoding == null ? StandardCharsets.ISO_8859_1.name() : encoding)); // as the specification says
        }
        return reader;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        if (fields == null || !getMethod().equals("POST")) { // a form in another method is no source of parameters
            return super.getParameterMap();
        }
        if (parameters == null) {
            Map<String, String[]> all = new LinkedHashMap<>(super.getParameterMap());
            fields.forEach((name, values) -> all.merge(name, values.toArray(new String[0]), BufferedRequest::both));
            parameters = Collections.unmodifiableMap(all);
        }
        return parameters;
    }

    private static String[] both(String[] first, String[] second) {
        List<String> all = new ArrayList<>(Arrays.asList(first));
        all.addAll(Arrays.asList(second));
        return all.toArray(new String[0]);
    }

    /** The body as a stream that is always ready. */
    private static final class Bytes extends ServletInputStream {
        private final ByteArrayInputStream bytes;
        private final String endpoint;

        Bytes(byte[] body, String endpoint) {
            this.bytes = new ByteArrayInputStream(body);
            this.endpoint = endpoint;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public int available() {
            return bytes.available();
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException(HttpTexts.async(endpoint, "Non-blocking reading"));
        }

        @Override
        public void close() throws IOException {
            super.close();
        }
    }
}
