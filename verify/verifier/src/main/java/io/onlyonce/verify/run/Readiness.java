package io.onlyonce.verify.run;

import io.onlyonce.verify.plan.Plan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Whether a node takes requests. */
final class Readiness {
    private static final int CONNECT_MILLIS = 2000;
    private static final int PULSE_MILLIS = 100;
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMillis(CONNECT_MILLIS))
            .build();

    private Readiness() {}

    static void await(String url, Plan.Target target, Optional<NodeProcess> process)
            throws TargetException, InterruptedException {
        long end = System.nanoTime() + target.patience().toNanos();
        String last = "";
        do {
            if (process.isPresent()) {
                process.get().checkAlive();
            }
            last = lack(url, target.ready());
            if (last.isEmpty()) {
                return;
            }
            Thread.sleep(PULSE_MILLIS);
        } while (System.nanoTime() < end);
        throw new TargetException(RunTexts.notReady(url + target.ready(), target.patience(), last));
    }

    /** What is lacking, or nothing. */
    private static String lack(String url, String ready) throws InterruptedException {
        URI uri = URI.create(url + ready);
        try {
            if (ready.isEmpty()) {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), CONNECT_MILLIS);
                    return "";
                }
            }
            int status = HTTP.send(
                            HttpRequest.newBuilder(uri)
                                    .timeout(Duration.ofSeconds(5))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
            return status >= 200 && status < 300 ? "" : "it answered " + status;
        } catch (IOException e) {
            return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        }
    }
}
