package io.onlyonce.benchmarks.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * PostgreSQL's answers tell everything: each statement's command tag, and at the end of each exchange whether a transaction is open. An exchange that only
 * begins a transaction is no round trip: the driver sends it before a statement and does not wait for its answer.
 */
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
    private boolean begun;

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
            case ERROR -> failed();
            case READY -> ready(body[0]);
            default -> {} // rows and the like
        }
    }

    private void completed(String tag) {
        begun = false;
        if (tag.startsWith("BEGIN")) {
            begun = true;
        } else if (tag.startsWith("COMMIT")) {
            tally.commit();
            pending = false;
        } else if (tag.startsWith("ROLLBACK")) {
            pending = false;
        } else {
            tally.statement();
            pending = true;
        }
    }

    private void failed() {
        begun = false;
        tally.statement();
    }

    private void ready(byte status) {
        if (!begun) {
            tally.roundTrip();
        }
        begun = false;
        if (status == IDLE && pending) { // a statement outside of a transaction has committed by itself
            tally.commit();
        }
        pending &= status != IDLE;
    }
}
