package io.onlyonce.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Faults.Connection;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The client")
class ClientTest {
    private final Recorder recorder = new Recorder();

    @TempDir
    Path directory;

    private Optional<Answer> send(String url, Optional<Connection> fault) throws Exception {
        Plan plan = PlanFile.parse("plan.yaml", """
                target: %s
                requests: {place: {method: POST, path: /orders, body: "${ref}"}}
                workload: [{burst: place}]
                """.formatted(url));
        try (Nodes nodes = Nodes.start(plan, directory, recorder);
                Client client = new Client(nodes, recorder)) {
            Intent intent = new Scripts(plan, "v1", 1).round().get(0).intents().get(0);
            return client.send(1, intent, Duration.ofSeconds(10), fault).map(Client.Received::answer);
        }
    }

    @Test
    @DisplayName("sends the same request through a door as without one: path and Host are the node's")
    void sameRequest() throws Exception {
        List<String> hosts = new CopyOnWriteArrayList<>();
        try (Stub stub = new Stub((exchange, body) -> {
            hosts.add("http://" + exchange.getRequestHeaders().getFirst("Host") + exchange.getRequestURI());
            Stub.answer(exchange, 201, "{}");
        })) {
            assertThat(send(stub.url(), Optional.empty())).isPresent();
            assertThat(send(stub.url(), Optional.of(Connection.LATE))).isPresent();
            assertThat(hosts).containsExactly(stub.url() + "/orders", stub.url() + "/orders");
        }
    }

    @Test
    @DisplayName(
            "takes an answer of HTTP/1.0 that ends with its connection for a whole one, and a newer head that breaks off for none")
    void endsWithConnection() throws Exception {
        assertThat(raw("HTTP/1.0 201 Created\r\n\r\nall of it"))
                .get()
                .extracting(Answer::body)
                .isEqualTo("all of it");
        assertThat(raw("HTTP/1.1 201 Created\r\nContent-Ty")).isEmpty();
        assertThat(recorder.history().attempts()).last().matches(Attempt::isUnknown);
    }

    private Optional<Answer> raw(String answer) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            thread.execute(() -> serve(server, answer));
            return send("http://127.0.0.1:" + server.getLocalPort(), Optional.empty());
        } finally {
            thread.shutdownNow();
        }
    }

    private static void serve(ServerSocket server, String answer) {
        while (true) {
            try (Socket socket = server.accept()) {
                if (socket.getInputStream().read(new byte[1000]) > 0) {
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException e) {
                return; // the test is over
            }
        }
    }

    @Test
    @DisplayName("tells a payload's number from a longer one that begins with it")
    void ownNumber() {
        assertThat(Bodies.carries("{\"ref\":\"v1-12\"}", "v1-1")).isFalse();
        assertThat(Bodies.carries("{\"ref\":\"v1-12\",\"of\":\"v1-1\"}", "v1-1"))
                .isTrue();
        assertThat(Bodies.carries("v1-1", "v1-1")).isTrue();
    }
}
