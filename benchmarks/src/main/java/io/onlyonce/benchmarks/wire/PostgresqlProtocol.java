package io.onlyonce.benchmarks.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** PostgreSQL's answers tell everything: each statement's command tag, and after each exchange whether a transaction is open. */
final class PostgresqlProtocol implements Protocol {
    private static final int HEAD = 5;
    private static final byte COMMAND_COMPLETE = 'C';
    private static final byte ERROR = 'E';
    private static final byte READY = 'Z';
    private static final byte IDLE = 'I';

    private final Tally tally;
    private final Messages answers =
            new Messages(HEAD, head -> ByteBuffer.wrap(head).getInt(1) - Integer.BYTES, this::answered);
    private boolean pending;

    PostgresqlProtocol(Tally tally) {
        this.tally = tally;
    }

    @Override
    public void fromClient(byte[] bytes, int count) {
        // the answers say as much
    }

    @Override
    public void fromServer(byte[] bytes, int count) {
        answers.read(bytes, count);
    }

    private void answered(byte[] head, byte[] body) {
        switch (head[0]) {
            case COMMAND_COMPLETE -> completed(new String(body, StandardCharsets.US_ASCII));
            case ERROR -> tally.statement();
            case READY -> ready(body[0]);
            default -> {} // rows and the like
        }
    }

    private void completed(String tag) {
        if (tag.startsWith("COMMIT")) {
            tally.commit();
            pending = false;
        } else if (tag.startsWith("ROLLBACK")) {
            pending = false;
        } else if (!tag.startsWith("BEGIN")) {
            tally.statement();
            pending = true;
        }
    }

    /** A statement outside of a transaction has committed by itself. */
    private void ready(byte status) {
        if (status == IDLE && pending) {
            tally.commit();
        }
        pending &= status != IDLE;
    }
}
