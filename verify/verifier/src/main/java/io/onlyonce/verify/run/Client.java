package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Faults;
import io.onlyonce.verify.plan.RequestPlan;
import io.onlyonce.verify.run.Intent.Filled;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Sends requests and takes down what comes of them. It sends nothing that it was not told to: no repetition, no redirect. Thread-safe. */
final class Client implements AutoCloseable {
    private static final Timeout CONNECT = Timeout.ofSeconds(3);
    private static final int MOST_CONNECTIONS = 1000;

    private final Nodes nodes;
    private final Recorder recorder;
    private final CloseableHttpClient http;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicLong lastContact = new AtomicLong(System.nanoTime());

    Client(Nodes nodes, Recorder recorder) {
        this.nodes = nodes;
        this.recorder = recorder;
        this.http = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(MOST_CONNECTIONS)
                        .setMaxConnPerRoute(MOST_CONNECTIONS)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(CONNECT)
                                .build())
                        .build())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    /**
     * Sends it once.
     *
     * @param process the client that does it
     * @return the answer, if one came
     */
    Optional<Answer> send(int process, Intent intent, Duration timeout, Optional<Faults.Connection> fault) {
        Filled filled = intent.filled();
        int attempt = recorder.nextAttempt();
        HttpUriRequestBase request = request(intent, filled, timeout, fault);
        recorder.add(at -> new Event.Invoked(
                at,
                attempt,
                process,
                filled.call(),
                fault.map(Faults.Connection::word).orElse("")));
        try {
            Answer answer = http.execute(request, response -> answer(intent.request(), response));
            lastContact.set(System.nanoTime());
            if (fault.stream().anyMatch(met -> met == Faults.Connection.CUT_ANSWER)) {
                throw new IOException("The answer was cut.");
            }
            recorder.add(at -> new Event.Answered(at, attempt, answer));
            return Optional.of(answer);
        } catch (ConnectException | ConnectTimeoutException | NoRouteToHostException e) {
            recorder.add(at -> new Event.NotSent(at, attempt, String.valueOf(e.getMessage())));
        } catch (IOException e) {
            recorder.add(at -> new Event.Unknown(at, attempt, why(e)));
        }
        return Optional.empty();
    }

    private static String why(IOException e) {
        return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
    }

    private HttpUriRequestBase request(
            Intent intent, Filled filled, Duration timeout, Optional<Faults.Connection> fault) {
        String base = nodes.url(turn.getAndIncrement(), fault);
        HttpUriRequestBase request =
                new HttpUriRequestBase(intent.request().method(), URI.create(base + filled.path()));
        filled.headers().forEach(request::setHeader);
        intent.request()
                .signing()
                .ifPresent(signing -> Signatures.headers(
                                signing,
                                signing.id().fill(intent.values()),
                                Instant.now().getEpochSecond(),
                                filled.body())
                        .forEach(request::setHeader));
        if (!filled.body().isEmpty()) {
            request.setEntity(new ByteArrayEntity(filled.body().getBytes(StandardCharsets.UTF_8), null));
        }
        if (fault.isPresent()) {
            request.setHeader("Connection", "close");
        }
        request.setConfig(RequestConfig.custom()
                .setResponseTimeout(Timeout.of(timeout))
                .setConnectionRequestTimeout(CONNECT)
                .build());
        return request;
    }

    private static Answer answer(RequestPlan request, ClassicHttpResponse response) throws IOException {
        HttpEntity entity = response.getEntity();
        // the library takes a head that breaks off for a whole one
        if (entity != null
                && entity.getContentLength() < 0
                && !entity.isChunked()
                && response.getFirstHeader("Connection") == null) {
            throw new IOException("The answer broke off in its head.");
        }
        byte[] body = entity == null
                ? new byte[0]
                : Optional.ofNullable(EntityUtils.toByteArray(entity)).orElse(new byte[0]);
        String text = new String(body, StandardCharsets.UTF_8);
        Meaning meaning = request.answers().meaning(response.getCode(), text);
        Map<String, String> headers = new TreeMap<>();
        request.compared().headers().forEach(name -> put(headers, name, response.getFirstHeader(name)));
        if (meaning == Meaning.IN_PROGRESS) {
            put(headers, "retry-after", response.getFirstHeader("retry-after"));
        }
        return new Answer(
                meaning,
                response.getCode(),
                headers,
                text,
                Digests.sha256(Bodies.compared(body, request.compared().ignored())),
                response.getFirstHeader(request.answers().replayHeader()) != null);
    }

    private static void put(Map<String, String> headers, String name, @Nullable Header header) {
        if (header != null && header.getValue() != null) {
            headers.put(name, header.getValue());
        }
    }

    /** How long nobody has had an answer. */
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - lastContact.get());
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
