package io.onlyonce.testkit.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection that speaks RESP 2 in texts: enough for tests to look at a server from outside, whatever client the tested code uses. */
final class RedisWire implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;

    private RedisWire(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static RedisWire to(String host, int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return new RedisWire(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Sends one command and reads its reply.
     *
     * @return a {@link String}, a {@link Long}, a {@link List} of them, or null
     * @throws IllegalStateException with the server's words if it refused
     */
    @Nullable
    Object command(String... words) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("*" + words.length + "\r\n"));
        for (String word : words) {
            byte[] bytes = bytes(word);
            out.writeBytes(bytes("$" + bytes.length + "\r\n"));
            out.writeBytes(bytes);
            out.writeBytes(bytes("\r\n"));
        }
        out.writeTo(socket.getOutputStream());
        return reply();
    }

    private @Nullable Object reply() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case ':' -> Long.valueOf(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            case '-' -> throw new IllegalStateException("Redis refused: " + rest);
            default -> throw new IOException("Not a reply of RESP 2: " + line);
        };
    }

    private @Nullable String bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("The server closed the connection inside a reply.");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> list(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            list.add(reply());
        }
        return list;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("The server closed the connection.");
            }
            line.write(next);
        }
        if (in.read() != '\n' || line.size() == 0) {
            throw new IOException("Not a line of RESP 2.");
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
