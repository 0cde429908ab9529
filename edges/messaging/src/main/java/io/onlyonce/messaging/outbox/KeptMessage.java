package io.onlyonce.messaging.outbox;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as the outbox keeps it: a version byte, the instant, then length-framed parts. Rows outlive releases, so a version is never given another meaning.
 *
 * @param publishedAt by the publisher's clock
 */
record KeptMessage(OutgoingMessage message, Instant publishedAt) {
    private static final byte VERSION = 1;
    private static final int NONE = -1;

    /** A later release has written it. */
    static final class NewerFormatException extends IOException {
        private static final long serialVersionUID = 1L;

        NewerFormatException(byte found) {
            super(OutboxTexts.version(found, VERSION));
        }
    }

    static byte[] encode(OutgoingMessage message, Instant publishedAt) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(publishedAt.toEpochMilli());
            write(out, message.destination());
            write(out, message.key());
            write(out, message.id());
            out.writeInt(message.headers().size());
            for (Map.Entry<String, String> header : message.headers().entrySet()) {
                write(out, header.getKey());
                write(out, header.getValue());
            }
            write(out, message.body());
        } catch (IOException e) {
            throw new UncheckedIOException("Nothing fails to be written to memory.", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            out.writeInt(NONE);
        } else {
            write(out, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * @throws NewerFormatException if a later release has written the bytes
     * @throws IOException if they are no such message
     */
    static KeptMessage decode(byte[] kept) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(kept))) {
            byte version = in.readByte();
            if (version > VERSION) {
                throw new NewerFormatException(version);
            }
            if (version < VERSION) {
                throw new IOException(OutboxTexts.version(version, VERSION));
            }
            Instant publishedAt = Instant.ofEpochMilli(in.readLong());
            String destination = text(in);
            int keyLength = in.readInt();
            String key = keyLength == NONE ? null : text(in, keyLength);
            String id = text(in);
            Map<String, String> headers = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                headers.put(text(in), text(in));
            }
            byte[] body = bytes(in, in.readInt());
            return new KeptMessage(new OutgoingMessage(destination, key, id, headers, body), publishedAt);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        return text(in, in.readInt());
    }

    private static String text(DataInputStream in, int length) throws IOException {
        return new String(bytes(in, length), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream in, int length) throws IOException {
        if (length < 0 || length > in.available()) {
            throw new IOException(OutboxTexts.torn(length, in.available()));
        }
        return in.readNBytes(length);
    }
}
