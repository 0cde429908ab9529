package io.onlyonce.benchmarks.wire;

import io.onlyonce.benchmarks.database.Login;
import io.onlyonce.benchmarks.database.Server;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands on the loopback between a client and a server and counts. Each byte is counted before it is passed on, so whoever has an answer finds it and what
 * led to it counted. Thread-safe.
 */
public final class CountingProxy implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final int BACKLOG = 50;

    private final Login login;
    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Tally tally = new Tally();

    /** A proxy before the server of this login. */
    public CountingProxy(Login login) throws IOException {
        this.login = login;
        this.door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    /** The same login through the proxy, in the clear. */
    public Login login() {
        String clear = login.server() == Server.POSTGRESQL ? "sslmode=disable" : "sslMode=disable";
        return login.through(door.getInetAddress().getHostAddress(), door.getLocalPort(), clear);
    }

    /** What has been counted so far. */
    public Counts counts() {
        return tally.counts();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Socket server = new Socket(login.host(), login.port());
                connect(client, server);
            } catch (IOException e) {
                // closed, or the server is down: the client finds out by itself
            }
        }
    }

    private void connect(Socket client, Socket server) throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        open.add(client);
        open.add(server);
        Protocol protocol = Protocol.of(login.server(), tally);
        daemon(() -> pump(client, server, protocol::fromClient));
        daemon(() -> pump(server, client, protocol::fromServer));
    }

    private interface Reader {
        void read(byte[] bytes, int count);
    }

    private void pump(Socket from, Socket to, Reader reader) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                reader.read(buffer, count);
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // the other direction has closed it
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void daemon(Runnable body) {
        Thread thread = new Thread(body, "counting-proxy");
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
