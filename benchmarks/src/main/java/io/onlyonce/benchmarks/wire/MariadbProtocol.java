package io.onlyonce.benchmarks.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** MariaDB's commands are read, each of which the driver waits for; a statement that commits by itself is therefore not seen as a commit. */
final class MariadbProtocol implements Protocol {
    private static final int HEAD = 4;
    private static final int SEQUENCE = 3;
    private static final byte QUERY = 3;
    private static final byte QUIT = 1;
    private static final byte CLOSE_STATEMENT = 0x19;
    private static final byte EXECUTE = 0x17;

    private final Tally tally;
    private final Messages commands =
            new Messages(HEAD, head -> (head[0] & 0xFF) | (head[1] & 0xFF) << 8 | (head[2] & 0xFF) << 16, this::asked);

    MariadbProtocol(Tally tally) {
        this.tally = tally;
    }

    @Override
    public void fromClient(byte[] bytes, int count) {
        commands.read(bytes, count);
    }

    @Override
    public void fromServer(byte[] bytes, int count) {
        // the commands say as much
    }

    private void asked(byte[] head, byte[] body) {
        if (head[SEQUENCE] != 0) {
            return; // part of the login
        }
        if (body[0] != CLOSE_STATEMENT && body[0] != QUIT) { // nobody answers those
            tally.roundTrip();
        }
        if (body[0] == EXECUTE) {
            tally.statement();
        } else if (body[0] == QUERY) {
            String text = new String(body, 1, body.length - 1, StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
            if (text.startsWith("COMMIT")) {
                tally.commit();
            } else if (!text.startsWith("ROLLBACK")) {
                tally.statement();
            }
        }
    }
}
