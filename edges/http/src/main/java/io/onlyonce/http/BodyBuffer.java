package io.onlyonce.http;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * Holds an answer until its transaction has committed: in memory as far as it may be kept in the record, beyond that in a temporary file, so that a large
 * answer reaches the first caller without filling the heap. Confined to one thread.
 */
final class BodyBuffer extends OutputStream {
    private final int keep;
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream(512);
    private @Nullable File file;
    private @Nullable OutputStream spilling;
    private long size;

    /**
     * @param keep how many bytes are held in memory at most
     */
    BodyBuffer(int keep) {
        this.keep = keep;
    }

    @Override
    public void write(int b) throws IOException {
        target(1).write(b);
        size++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        target(length).write(bytes, offset, length);
        size += length;
    }

    private OutputStream target(int more) throws IOException {
        if (spilling != null) {
            return spilling;
        }
        if (size + more <= keep) {
            return memory;
        }
        File spill = Files.createTempFile("onlyonce-answer", ".tmp").toFile(); // readable by its owner only
        file = spill;
        OutputStream stream = new FileOutputStream(spill); // NIO's streams would break when the thread is interrupted
        spilling = stream;
        memory.writeTo(stream);
        memory.reset();
        return stream;
    }

    long size() {
        return size;
    }

    /** The bytes; null if they are more than may be kept. */
    byte @Nullable [] kept() {
        return file == null ? memory.toByteArray() : null;
    }

    /** Hands the bytes on. */
    void sendTo(OutputStream target) throws IOException {
        if (file == null || spilling == null) {
            memory.writeTo(target);
            return;
        }
        spilling.flush();
        try (InputStream content = new FileInputStream(file)) {
            content.transferTo(target);
        }
    }

    /** Forgets the bytes. */
    void clear() throws IOException {
        size = 0;
        memory.reset();
        close();
    }

    @Override
    public void close() throws IOException {
        OutputStream open = spilling;
        File spill = file;
        spilling = null;
        file = null;
        if (open != null) {
            open.close();
        }
        if (spill != null) {
            Files.deleteIfExists(spill.toPath());
        }
    }
}
