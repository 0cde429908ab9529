package io.onlyonce.verify.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.onlyonce.verify.plan.Faults.Connection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The fault proxy")
class FaultProxyTest {
    private static final String REQUEST =
            "POST /orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 11\r\n\r\nhello world";

    private final List<String> arrived = new CopyOnWriteArrayList<>();
    private final CountDownLatch served = new CountDownLatch(1);
    private HttpServer service;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.setExecutor(Executors.newCachedThreadPool());
        service.createContext("/", exchange -> {
            arrived.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            served.countDown();
            byte[] answer = "x".repeat(20_000).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(201, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        service.start();
        proxy = new FaultProxy(
                InetAddress.getLoopbackAddress().getHostAddress(),
                service.getAddress().getPort(),
                Duration.ofMillis(50));
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        service.stop(0);
    }

    private String exchange(Connection fault) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port(fault))) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    @DisplayName("cuts before the service has the request")
    void before() throws IOException {
        assertThat(exchange(Connection.CUT_BEFORE)).isEmpty();
        assertThat(arrived).isEmpty();
    }

    @Test
    @DisplayName("cuts when the service has all of the request, and nobody the answer")
    void after() throws Exception {
        assertThat(exchange(Connection.CUT_AFTER)).isEmpty();
        assertThat(served.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(arrived).containsExactly("hello world");
    }

    @Test
    @DisplayName("cuts in the middle of the answer")
    void inTheAnswer() throws IOException {
        assertThat(exchange(Connection.CUT_ANSWER).length()).isBetween(1, 19_999);
        assertThat(arrived).containsExactly("hello world");
    }

    @Test
    @DisplayName("holds an answer back, and gives all of it")
    void late() throws IOException {
        assertThat(exchange(Connection.LATE)).startsWith("HTTP/1.1 201").endsWith("x".repeat(20_000));
    }

    @ParameterizedTest
    @EnumSource(Connection.class)
    @DisplayName("serves hundreds of connections, and leaves none open")
    void many(Connection fault) throws IOException {
        for (int i = 0; i < 200; i++) {
            exchange(fault);
        }
        assertThat(arrived.size()).isLessThanOrEqualTo(200);
    }
}
