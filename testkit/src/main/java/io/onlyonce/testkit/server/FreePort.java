package io.onlyonce.testkit.server;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that are told theirs. They lie below the range from which operating systems take the ports of outgoing connections: a server that is killed and
 * started again finds its port as it left it, also where many clients connect meanwhile.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int NUMBER = 10_000;

    /** Two JVMs begin at different places. */
    private static final AtomicInteger TURN =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 37 % NUMBER));

    private FreePort() {}

    /**
     * A port that nobody listens on, another one each time.
     *
     * @throws IOException if there is none
     */
    public static int next() throws IOException {
        IOException last = null;
        for (int i = 0; i < NUMBER; i++) {
            int port = FIRST + Math.floorMod(TURN.getAndIncrement(), NUMBER);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                last = taken;
            }
        }
        throw new IOException("All ports from " + FIRST + " to " + (FIRST + NUMBER - 1) + " are taken.", last);
    }
}
