package io.onlyonce.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Writes into the buffer of an answer; what comes after the answer's end or the stream's close is dropped, as containers do. */
final class RecordingOutput extends ServletOutputStream {
    private final BodyBuffer body;
    private final BooleanSupplier ended;
    private final String endpoint;
    private boolean closed;

    RecordingOutput(BodyBuffer body, BooleanSupplier ended, String endpoint) {
        this.body = body;
        this.ended = ended;
        this.endpoint = endpoint;
    }

    @Override
    public void write(int b) throws IOException {
        if (!closed && !ended.getAsBoolean()) {
            body.write(b);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!closed && !ended.getAsBoolean()) {
            body.write(bytes, offset, length);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        throw new IllegalStateException(HttpTexts.async(endpoint, "Non-blocking writing"));
    }
}
