package io.onlyonce.verify.proxy;

import io.onlyonce.verify.plan.Faults.Connection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stands before one node of the service, with a port on the loopback address for each fault: who connects there meets it. Each connection serves one request. */
public final class FaultProxy implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FaultProxy.class);
    private static final int BACKLOG = 200;

    private final Map<Connection, ServerSocket> doors = new EnumMap<>(Connection.class);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "fault-proxy");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param host the node's
     * @param latency how long a late answer is held back
     */
    public FaultProxy(String host, int port, Duration latency) throws IOException {
        for (Connection fault : Connection.values()) {
            ServerSocket door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
            doors.put(fault, door);
            threads.execute(() -> serve(door, new FaultyExchange(fault, host, port, latency, open)));
        }
    }

    private void serve(ServerSocket door, FaultyExchange exchange) {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                open.add(client);
                threads.execute(() -> exchange.serve(client));
            } catch (IOException e) {
                log.debug("A door of the fault proxy is closed.", e);
            }
        }
    }

    /** Where requests meet this fault. */
    public int port(Connection fault) {
        ServerSocket door = doors.get(fault);
        if (door == null) {
            throw new IllegalStateException("There is a door for each fault, and none for " + fault + ".");
        }
        return door.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket door : doors.values()) {
            door.close();
        }
        for (Socket socket : open) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
