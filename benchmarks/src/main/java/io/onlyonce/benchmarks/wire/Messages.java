package io.onlyonce.benchmarks.wire;

import java.util.Arrays;
import java.util.function.BiConsumer;

/** Puts messages together out of bytes as they come. Confined to one thread. */
final class Messages {
    /** Kept of each message; nobody asks for more of it. */
    private static final int KEPT = 64;

    private final int headLength;
    private final Length length;
    private final BiConsumer<byte[], byte[]> reader;
    private final byte[] head;
    private final byte[] body = new byte[KEPT];
    private int headRead;
    private int bodyRead;
    private int bodyLength;

    /** How long a message's body is, as its head says. */
    @FunctionalInterface
    interface Length {
        int of(byte[] head);
    }

    /**
     * @param reader gets each message's head and the first bytes of its body, filled up with zeros; they are used again afterwards
     */
    Messages(int headLength, Length length, BiConsumer<byte[], byte[]> reader) {
        this.headLength = headLength;
        this.length = length;
        this.reader = reader;
        this.head = new byte[headLength];
    }

    void read(byte[] bytes, int count) {
        int at = 0;
        while (at < count) {
            if (headRead < headLength) {
                head[headRead++] = bytes[at++];
                bodyLength = headRead == headLength ? length.of(head) : 0;
            } else {
                int part = Math.min(count - at, bodyLength - bodyRead);
                if (bodyRead < KEPT) {
                    System.arraycopy(bytes, at, body, bodyRead, Math.min(part, KEPT - bodyRead));
                }
                bodyRead += part;
                at += part;
            }
            if (headRead == headLength && bodyRead == bodyLength) {
                reader.accept(head, body);
                headRead = 0;
                bodyRead = 0;
                Arrays.fill(body, (byte) 0);
            }
        }
    }
}
