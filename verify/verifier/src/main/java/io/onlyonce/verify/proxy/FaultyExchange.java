package io.onlyonce.verify.proxy;

import io.onlyonce.verify.plan.Faults.Connection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its answer through a faulty connection. The request is read as far as its head says that it goes, so that "it has all of it" is true. */
final class FaultyExchange {
    private static final Logger log = LoggerFactory.getLogger(FaultyExchange.class);
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_REQUEST = 1 << 20;
    private static final int BUFFER = 8192;

    private final Connection fault;
    private final String host;
    private final int port;
    private final Duration latency;
    private final Set<Socket> open;

    FaultyExchange(Connection fault, String host, int port, Duration latency, Set<Socket> open) {
        this.fault = fault;
        this.host = host;
        this.port = port;
        this.latency = latency;
        this.open = open;
    }

    void serve(Socket client) {
        try (client) {
            byte[] request = request(client.getInputStream());
            try (Socket service = new Socket(host, port)) {
                open.add(service);
                exchange(request, client, service);
                open.remove(service);
            }
        } catch (IOException e) {
            log.debug("A faulty connection has ended.", e);
        } finally {
            open.remove(client);
        }
    }

    private void exchange(byte[] request, Socket client, Socket service) throws IOException {
        if (fault == Connection.CUT_BEFORE) {
            service.getOutputStream().write(request, 0, request.length / 2);
            return;
        }
        service.getOutputStream().write(request);
        service.getOutputStream().flush();
        if (fault == Connection.CUT_AFTER) {
            return;
        }
        InputStream answer = service.getInputStream();
        byte[] buffer = new byte[BUFFER];
        int read = answer.read(buffer);
        if (fault == Connection.CUT_ANSWER) {
            client.getOutputStream().write(buffer, 0, Math.max(read, 0) / 2);
            return;
        }
        LockSupport.parkNanos(latency.toNanos());
        while (read > 0) {
            client.getOutputStream().write(buffer, 0, read);
            read = answer.read(buffer);
        }
    }

    /** The whole request: its head, and as much of a body as the head announces. */
    private static byte[] request(InputStream in) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER];
        int whole = Integer.MAX_VALUE;
        while (request.size() < whole) {
            int read = in.read(buffer);
            if (read < 0 || request.size() > MAX_REQUEST) {
                throw new IOException("The request ended early, or never.");
            }
            request.write(buffer, 0, read);
            int head = headEnd(request.toByteArray());
            if (head > 0) {
                whole = head
                        + contentLength(
                                request.toString(StandardCharsets.ISO_8859_1).substring(0, head));
            }
        }
        return request.toByteArray();
    }

    private static int headEnd(byte[] bytes) {
        for (int i = 0; i + HEAD_END.length <= bytes.length; i++) {
            if (bytes[i] == HEAD_END[0]
                    && bytes[i + 1] == HEAD_END[1]
                    && bytes[i + 2] == HEAD_END[2]
                    && bytes[i + 3] == HEAD_END[3]) {
                return i + HEAD_END.length;
            }
        }
        return -1;
    }

    private static int contentLength(String head) {
        return head.lines()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(
                        line.substring("content-length:".length()).strip()))
                .findFirst()
                .orElse(0);
    }
}
