package io.onlyonce.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Stands between a client and a server on the loopback, and loses answers: the script is executed, the connection breaks before its answer arrives. */
final class LossyProxy implements AutoCloseable {
    private enum State {
        PASSING,
        /** Waits for a call. */
        ARMED,
        /** The next answer is lost. */
        CALLED
    }

    private final int serverPort;
    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicReference<State> state = new AtomicReference<>(State.PASSING);
    private final AtomicInteger lost = new AtomicInteger();

    LossyProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    String uri() {
        return "redis://127.0.0.1:" + door.getLocalPort();
    }

    /** Loses the answer to the next call of a script, and breaks the connection. */
    void loseNext() {
        state.set(State.ARMED);
    }

    /** How many answers were lost so far. */
    int lost() {
        return lost.get();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                open.add(client);
                open.add(server);
                daemon(() -> pump(client, server, false));
                daemon(() -> pump(server, client, true));
            } catch (IOException e) {
                // closed, or the server is down: the client finds out by itself
            }
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (!answers && new String(buffer, 0, n, StandardCharsets.ISO_8859_1).contains("EVAL")) {
                    state.compareAndSet(State.ARMED, State.CALLED);
                }
                if (answers && state.compareAndSet(State.CALLED, State.PASSING)) {
                    lost.incrementAndGet();
                    return;
                }
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // the other direction has closed it
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void daemon(Runnable body) {
        Thread thread = new Thread(body, "lossy-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
