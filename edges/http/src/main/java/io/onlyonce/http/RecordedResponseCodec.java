package io.onlyonce.http;

import io.onlyonce.ResultCodec;
import io.onlyonce.http.RecordedResponse.Header;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an answer as bytes: a version, the status, the headers, the body as it is. Every number is big-endian and every text or body is preceded by its
 * length.
 *
 * <p>What it reads must be exactly what it wrote: a cut, a changed length or a later version is an error, and the operation then counts as done with its
 * answer not available. Thread-safe.
 */
public final class RecordedResponseCodec implements ResultCodec<RecordedResponse> {
    private static final int VERSION = 1;
    private static final int NOT_KEPT = -1;

    @Override
    public byte[] encode(RecordedResponse answer) throws IOException {
        byte[] body = answer.body();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 + (body == null ? 0 : body.length));
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(VERSION);
        out.writeShort(answer.status());
        out.writeInt(answer.headers().size());
        for (Header header : answer.headers()) {
            out.writeBoolean(header.replaces());
            writeText(out, header.name());
            out.writeInt(header.values().size());
            for (String value : header.values()) {
                writeText(out, value);
            }
        }
        if (body == null) {
            out.writeInt(NOT_KEPT);
        } else {
            out.writeInt(body.length);
            out.write(body);
        }
        return bytes.toByteArray();
    }

    @Override
    public RecordedResponse decode(byte[] stored) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored));
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException(HttpTexts.foreignVersion(version, VERSION));
        }
        int status = in.readUnsignedShort();
        int count = readCount(in);
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            headers.add(readHeader(in));
        }
        byte[] body = readBody(in);
        if (in.read() >= 0) {
            throw new IOException(HttpTexts.damagedAnswer(stored.length));
        }
        if (status < 100 || status > 999) {
            throw new IOException(HttpTexts.noStatus(status));
        }
        return new RecordedResponse(status, headers, body);
    }

    private static Header readHeader(DataInputStream in) throws IOException {
        boolean replaces = in.readBoolean();
        String name = readText(in);
        int count = readCount(in);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(readText(in));
        }
        return new Header(name, values, replaces);
    }

    private static byte @Nullable [] readBody(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length == NOT_KEPT ? null : readBytes(in, length);
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static int readCount(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw new IOException(HttpTexts.damagedAnswer(count));
        }
        return count;
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in, in.readInt()), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputStream in, int length) throws IOException {
        if (length < 0 || length > in.available()) { // never ask for memory that the bytes do not fill
            throw new IOException(HttpTexts.damagedAnswer(length));
        }
        return in.readNBytes(length);
    }
}
