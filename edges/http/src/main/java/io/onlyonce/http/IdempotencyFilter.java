package io.onlyonce.http;

import io.onlyonce.Attempt;
import io.onlyonce.Call;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.Outcome;
import io.onlyonce.Scope;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.error.ResultUnavailableException;
import io.onlyonce.probe.Rejection;
import io.onlyonce.record.RecordKey;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes each protected request take effect only once: the first answer is kept with the business data, in the same commit, and every later request with the
 * same key gets it again.
 *
 * <p>The story of one request: take the key from its header; read the body; find out whose key it is; take the fingerprint; let the engine run the rest of
 * the chain at most once, into a recorder instead of to the client; send the answer when the transaction has committed. Whatever goes wrong before the
 * engine touches no store. What the client does after the commit (a hang-up, a lost answer) changes nothing.
 *
 * <p><b>Place.</b> Last among the filters, and behind authentication and authorisation: these must judge replays as well. Filters behind this one would be
 * part of the work; where the database has the work run again (a deadlock), a container whose chain can be walked only once, as Tomcat's, leads the second run
 * straight to the servlet.
 *
 * <p>Thread-safe.
 */
public final class IdempotencyFilter implements Filter {
    private static final Logger log = LoggerFactory.getLogger(IdempotencyFilter.class);
    private static final String INSIDE = IdempotencyFilter.class.getName() + ".inside";
    private static final String ATTEMPT = Attempt.class.getName();
    private static final String MISTAKEN = IdempotencyFilter.class.getName() + ".mistaken";

    private final FilterSettings settings;
    private final KeyHeader keyHeader;
    private final BodyReader bodies;
    private final Refusals refusals;

    public IdempotencyFilter(FilterSettings settings) {
        this.settings = settings;
        this.keyHeader = new KeyHeader(settings.keyHeader());
        this.bodies = new BodyReader(settings.maxBodyBytes());
        this.refusals = new Refusals(settings);
    }

    /** Whether a filter is protecting this request at the moment, so that it is to see how the handler failed. */
    public static boolean isProtecting(ServletRequest request) {
        return request.getAttribute(INSIDE) != null;
    }

    /** The attempt that this request's handler is running in, for its reference and its fence; empty outside a protected handler. */
    public static Optional<Attempt> attemptOf(ServletRequest request) {
        return Optional.ofNullable((Attempt) request.getAttribute(ATTEMPT));
    }

    /**
     * Notes that a framework is about to take this failure of a protected handler for a sign that its client is gone, and to end the request without a word. What a protected handler
     * reads was read before, and what it writes is kept here, so it never meets its client's connection: the failure is another one's, a remote party's or a database's. If the
     * handler wrote no answer, the filter throws the failure instead of recording an empty one.
     */
    public static void noteMistaken(ServletRequest request, Exception failure) {
        request.setAttribute(MISTAKEN, failure);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest httpRequest
                && response instanceof HttpServletResponse httpResponse
                && isOutermost(httpRequest)) {
            Optional<ProtectedEndpoint> endpoint = settings.endpoints().resolve(httpRequest);
            if (endpoint.isPresent()) {
                request.setAttribute(INSIDE, true);
                boolean told = RequestId.tell(httpRequest, settings.requestIdHeader());
                try {
                    protect(endpoint.get(), httpRequest, httpResponse, chain);
                } finally {
                    if (told) {
                        RequestId.forget();
                    }
                    request.removeAttribute(INSIDE);
                    request.removeAttribute(ATTEMPT);
                    request.removeAttribute(MISTAKEN);
                }
                return;
            }
        }
        chain.doFilter(request, response);
    }

    /** Error pages and what a protected handler forwards to or includes are not requests of their own. */
    private static boolean isOutermost(HttpServletRequest request) {
        DispatcherType type = request.getDispatcherType();
        return (type == DispatcherType.REQUEST || type == DispatcherType.FORWARD) && !isProtecting(request);
    }

    private void protect(
            ProtectedEndpoint endpoint, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String name = endpoint.operation().name();
        try (ResponseRecorder recorder = new ResponseRecorder(
                request, response, name, endpoint.operation().maxAnswerBytes())) {
            RequestBody body;
            Call call;
            IdempotencyKey key = null;
            Scope scope = null;
            try {
                key = keyHeader.read(request);
                body = bodies.read(request);
                scope = settings.scopes().scopeOf(body.unread(request, name));
                call = new Call(scope, key, RequestFingerprint.of(endpoint, request, body));
            } catch (Exception failure) {
                reject(failure, name, scope, key);
                refusals.of(failure, name, request, response).send();
                return;
            }
            run(endpoint, call, body, new Exchange(request, response, recorder, chain))
                    .send();
        }
    }

    /** The engine does not know of it, so somebody else has to hear of it. */
    private void reject(Exception failure, String name, @Nullable Scope scope, @Nullable IdempotencyKey key) {
        refusals.codeOf(failure)
                .ifPresent(code -> settings.rejections().rejected(new Rejection(name, scope, key, code)));
    }

    private Reply run(ProtectedEndpoint endpoint, Call call, RequestBody body, Exchange exchange)
            throws IOException, ServletException {
        String name = endpoint.operation().name();
        ResponseRecorder recorder = exchange.recorder();
        try {
            Outcome<RecordedResponse> outcome = endpoint.onlyOnce().run(endpoint.operation(), call, attempt -> {
                recorder.restart();
                exchange.request().setAttribute(ATTEMPT, attempt);
                exchange.request().removeAttribute(MISTAKEN);
                handle(exchange.chain(), body.unread(exchange.request(), name), recorder);
                mustHaveAnswered(exchange);
                return endpoint.settled(recorder.recorded(settings.replayedHeaders(), settings.problems()));
            });
            return answer(outcome, exchange, RecordKey.of(call.scope(), name, call.key()));
        } catch (OutcomeLeftOpenException open) {
            return recorder::sendForgotten;
        } catch (Exception failure) {
            recorder.restart(); // what a handler wrote before it failed is nobody's answer
            return refusals.of(failure, name, exchange.request(), exchange.response());
        }
    }

    private static void mustHaveAnswered(Exchange exchange) throws Exception {
        if (exchange.request().getAttribute(MISTAKEN) instanceof Exception failure
                && exchange.recorder().isUntouched()) {
            throw failure;
        }
    }

    /** One request with its answer in the making. */
    private record Exchange(
            HttpServletRequest request, HttpServletResponse response, ResponseRecorder recorder, FilterChain chain) {}

    /** What a handler threw of OnlyOnce's own is handed on as it is; a framework may have wrapped it. */
    private static void handle(FilterChain chain, ServletRequest request, ServletResponse response)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (ServletException wrapped) {
            if (wrapped.getCause() instanceof OnlyOnceException own) {
                throw own;
            }
            throw wrapped;
        }
    }

    private static Reply answer(Outcome<RecordedResponse> outcome, Exchange exchange, RecordKey key) throws Exception {
        ResponseRecorder recorder = exchange.recorder();
        if (outcome instanceof Outcome.Executed<RecordedResponse> executed) {
            if (executed.value().body() == null) {
                log.warn(
                        "The answer of {} has {} bytes, more than are kept; retries will be told that it is done.",
                        key,
                        recorder.size());
            }
            return recorder::send;
        }
        if (outcome instanceof Outcome.RolledBack) {
            return recorder::sendForgotten;
        }
        RecordedResponse first = outcome.orElseThrow(); // replayed; else the error that says what it is
        byte[] body = first.body();
        if (body == null) {
            throw new ResultUnavailableException(key);
        }
        recorder.restart(); // where the work was done before anybody saw that it need not be
        return () -> Answers.replay(exchange.request(), exchange.response(), first, body);
    }
}
