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
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
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
     * An answer with its body, which is not kept when nobody needs it any more.
     *
     * @param body all of it
     */
    record Received(Answer answer, String body) {}

    /**
     * Sends it once.
     *
     * @param process the client that does it
     * @return the answer, if one came
     * @throws TargetException if the request can't be put together, or its answer not be read as the plan wants it
     */
    Optional<Received> send(int process, Intent intent, Duration timeout, Optional<Faults.Connection> fault)
            throws TargetException {
        try {
            return send(process, intent, intent.filled(), timeout, fault);
        } catch (IllegalArgumentException e) {
            throw new TargetException(RunTexts.unfilled(intent.name(), e.getMessage()), e);
        }
    }

    private Optional<Received> send(
            int process, Intent intent, Filled filled, Duration timeout, Optional<Faults.Connection> fault) {
        Nodes.Way way = nodes.way(turn.getAndIncrement(), fault);
        HttpUriRequestBase request = request(intent, filled, timeout, way);
        int attempt = recorder.nextAttempt();
        recorder.add(at -> new Event.Invoked(
                at,
                attempt,
                process,
                filled.call(),
                fault.map(Faults.Connection::word).orElse("")));
        way.underWay().incrementAndGet();
        try {
            HttpClientResponseHandler<Received> reader = response -> received(intent.request(), filled, response);
            // through a door it stays the node's request, with its Host: the door is only where it is sent to
            Received received = way.door().isPresent()
                    ? http.execute(way.door().get(), request, reader)
                    : http.execute(request, reader);
            if (fault.stream().anyMatch(met -> met == Faults.Connection.CUT_ANSWER)) {
                throw new IOException("The answer was cut.");
            }
            recorder.add(at -> new Event.Answered(at, attempt, received.answer()));
            return Optional.of(received);
        } catch (ConnectException
                | ConnectTimeoutException
                | ConnectionRequestTimeoutException
                | NoRouteToHostException e) {
            recorder.add(at -> new Event.NotSent(at, attempt, String.valueOf(e.getMessage())));
        } catch (IOException e) {
            recorder.add(at -> new Event.Unknown(at, attempt, why(e)));
        } finally {
            way.underWay().decrementAndGet();
        }
        return Optional.empty();
    }

    private static String why(IOException e) {
        return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
    }

    private static HttpUriRequestBase request(Intent intent, Filled filled, Duration timeout, Nodes.Way way) {
        HttpUriRequestBase request =
                new HttpUriRequestBase(intent.request().method(), URI.create(way.url() + filled.path()));
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
        if (way.door().isPresent()) {
            request.setHeader("Connection", "close");
        }
        request.setConfig(RequestConfig.custom()
                .setResponseTimeout(Timeout.of(timeout))
                .setConnectionRequestTimeout(CONNECT)
                .build());
        return request;
    }

    private static Received received(RequestPlan request, Filled filled, ClassicHttpResponse response)
            throws IOException {
        HttpEntity entity = response.getEntity();
        // the library takes a head that breaks off for a whole one. Before HTTP/1.1 the end of the connection is the
        // end of the body
        if (entity != null
                && !isOld(response)
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
        Answer answer = new Answer(
                meaning,
                response.getCode(),
                headers,
                text,
                Digests.sha256(Bodies.compared(body, request.compared().ignored())),
                response.getFirstHeader(request.answers().replayHeader()) != null,
                Bodies.carries(text, filled.call().ref()));
        return new Received(answer, text);
    }

    private static boolean isOld(ClassicHttpResponse response) {
        ProtocolVersion version = response.getVersion();
        return version != null && version.lessEquals(HttpVersion.HTTP_1_0);
    }

    private static void put(Map<String, String> headers, String name, @Nullable Header header) {
        if (header != null && header.getValue() != null) {
            headers.put(name, header.getValue());
        }
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
