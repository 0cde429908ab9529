package io.onlyonce.spring.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A request whose answer can be looked at while it arrives. */
final class RawRequest implements AutoCloseable {
    private final Socket socket;

    private RawRequest(Socket socket) {
        this.socket = socket;
    }

    static RawRequest post(int port, String path, String key) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        String body = "{\"no\":\"" + key + "\",\"amount\":1}";
        String user = Base64.getEncoder().encodeToString("ann:ann".getBytes(StandardCharsets.US_ASCII));
        String request =
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Basic " + user
                        + "\r\nIdempotency-Key: " + key + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length()
                        + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return new RawRequest(socket);
    }

    /** How many bytes of the answer have arrived. */
    int received() throws IOException {
        return socket.getInputStream().available();
    }

    /** Waits for the answer's first line. */
    String statusLine() throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)).readLine();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
