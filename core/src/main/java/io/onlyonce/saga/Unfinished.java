package io.onlyonce.saga;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.Scope;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.record.RecordId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * What has to be known to go on with a saga, as it lies in the inbox from before its first step until after its end.
 *
 * @param call whose it is, its key, what was asked for
 * @param begunAt when it was kept
 * @param input what was asked for, as the saga's codec wrote it
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a codec and a store; never compared
record Unfinished(Call call, Instant begunAt, byte[] input) {
    private static final byte VERSION = 1;

    /** The id of an entry in the inbox. */
    static String id(RecordId record) {
        return record.toUuid().toString();
    }

    InboxEntry entry(Saga<?, ?> saga) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(call.scope().text());
            out.writeUTF(call.key().value());
            out.writeLong(begunAt.toEpochMilli());
            write(out, call.fingerprint().bytes());
            write(out, input);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array takes everything
        }
        String id = id(saga.key(call).id());
        return new InboxEntry(saga.source(), id, id, bytes.toByteArray());
    }

    /**
     * Reads one.
     *
     * @throws IOException if it was written by another release, or by something else
     */
    static Unfinished read(InboxEntry entry) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(entry.payload()))) {
            byte version = in.readByte();
            if (version != VERSION) {
                throw new IOException(
                        "An unfinished saga of version " + version + "; this release reads " + VERSION + ".");
            }
            Scope scope = new Scope(in.readUTF());
            IdempotencyKey key = new IdempotencyKey(in.readUTF());
            Instant begunAt = Instant.ofEpochMilli(in.readLong());
            Call call = new Call(scope, key, Fingerprint.ofBytes(bytes(in)));
            return new Unfinished(call, begunAt, bytes(in));
        }
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] bytes = in.readNBytes(length);
        if (bytes.length != length) {
            throw new IOException("An unfinished saga that ends in the middle.");
        }
        return bytes;
    }
}
