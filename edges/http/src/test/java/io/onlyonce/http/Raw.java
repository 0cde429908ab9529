package io.onlyonce.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests that no HTTP library would send. */
final class Raw {
    private Raw() {}

    /** Sends these lines and gives everything that comes back until the server closes. */
    static String exchange(int port, String... lines) {
        try (Socket socket = open(port, lines)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends these lines and leaves the connection open. */
    static Socket open(int port, String... lines) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write(String.join("\r\n", lines).getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return socket;
    }

    /** A POST with an empty body and these further headers, ready to be sent. */
    static String[] post(String path, String... headers) {
        String[] lines = new String[headers.length + 7];
        lines[0] = "POST " + path + " HTTP/1.1";
        lines[1] = "Host: localhost";
        lines[2] = "X-User: alice";
        lines[3] = "Content-Length: 0";
        lines[4] = "Connection: close";
        System.arraycopy(headers, 0, lines, 5, headers.length);
        lines[headers.length + 5] = "";
        lines[headers.length + 6] = "";
        return lines;
    }
}
