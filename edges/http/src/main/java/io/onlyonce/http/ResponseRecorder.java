package io.onlyonce.http;

import io.onlyonce.http.RecordedResponse.Header;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes an answer down while the handler writes it; the client sees nothing of it before it is sent.
 *
 * <p>To the handler it is a response whose buffer has no end: {@code flushBuffer} does not commit, so that a handler that fails late can still take its
 * answer back, as its transaction can. {@code sendError} and {@code sendRedirect} end the answer. A container draws its error page outside of all filters;
 * so where the refusal is to be remembered a problem document stands in for the page, and otherwise {@code sendError} is passed on after the rollback.
 *
 * <p>{@link #restart()} comes before each run of the handler. Confined to one thread.
 */
final class ResponseRecorder extends HeaderRecorder implements AutoCloseable {
    private final HttpServletRequest request;
    private final String endpoint;
    private final BodyBuffer body;
    private @Nullable SentError error;
    private @Nullable RecordingOutput output;
    private @Nullable PrintWriter writer;

    /** What {@code sendError} was called with. */
    private record SentError(int status, @Nullable String message) {}

    /**
     * @param endpoint its name, for errors
     * @param keep how many bytes of the body may be kept
     */
    ResponseRecorder(HttpServletRequest request, HttpServletResponse real, String endpoint, int keep) {
        super(real);
        this.request = request;
        this.endpoint = endpoint;
        this.body = new BodyBuffer(keep);
    }

    /** As if the handler had not begun. */
    void restart() throws IOException {
        error = null;
        clearBody();
        restartHeaders();
    }

    /** Whether nobody has said anything: no status, no body, no error. */
    boolean isUntouched() {
        flushBuffer();
        return getStatus() == SC_OK && error == null && body.size() == 0;
    }

    /** What is kept of the answer as it stands. */
    RecordedResponse recorded(ReplayedHeaders replayed, ProblemWriter problems) throws IOException {
        int status = getStatus();
        if (error != null && status >= 400) {
            clearBody();
            type.restart();
            ended = false;
            problems.write(Problem.ofStatus(status), request, this);
            ended = true;
        }
        flushBuffer();
        List<Header> kept = allHeaders().stream()
                .filter(header -> replayed.contains(header.name()))
                .toList();
        return new RecordedResponse(status, kept, Answers.hasBody(status) ? body.kept() : new byte[0]);
    }

    /** How many bytes the handler wrote. */
    long size() {
        return body.size();
    }

    /** Sends the answer as it was recorded, with everything else that the handler set. */
    void send() throws IOException {
        cookies.forEach(real::addCookie);
        Answers.write(request, real, getStatus(), allHeaders(), new Answers.Body(body.size(), body::sendTo));
    }

    /** Sends an answer that is not remembered; if it is an error for the container to tell, the container tells it. */
    void sendForgotten() throws IOException {
        SentError sent = error;
        if (sent == null) {
            send();
            return;
        }
        cookies.forEach(real::addCookie);
        headers.own().forEach(header -> Answers.apply(real, header));
        if (sent.message() == null) {
            real.sendError(sent.status());
        } else {
            real.sendError(sent.status(), sent.message());
        }
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    private void clearBody() throws IOException {
        body.clear();
        writer = null;
        output = null;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        if (writer != null) {
            throw new IllegalStateException(HttpTexts.otherBodyInUse("getOutputStream()", "getWriter()"));
        }
        if (output == null) {
            output = new RecordingOutput(body, () -> ended, endpoint);
        }
        return output;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (writer == null) {
            if (output != null) {
                throw new IllegalStateException(HttpTexts.otherBodyInUse("getWriter()", "getOutputStream()"));
            }
            RecordingOutput bytes = new RecordingOutput(body, () -> ended, endpoint);
            OutputStreamWriter encoder = new OutputStreamWriter(bytes, type.charset());
            type.fix();
            writer = new PrintWriter(encoder);
        }
        return writer;
    }

    @Override
    public void flushBuffer() {
        if (writer != null) {
            writer.flush();
        }
    }

    @Override
    public boolean isCommitted() {
        return ended || super.isCommitted();
    }

    @Override
    public void reset() {
        mustBeOpen("reset()");
        takeHeadersAway();
        try {
            clearBody();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void resetBuffer() {
        mustBeOpen("resetBuffer()");
        emptyBody();
    }

    private void emptyBody() {
        flushBuffer(); // what the encoder still holds goes the same way
        try {
            body.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void mustBeOpen(String what) {
        if (isCommitted()) {
            throw new IllegalStateException(HttpTexts.answerEnded(what));
        }
    }

    @Override
    public void sendError(int sc) {
        sendError(sc, null);
    }

    @Override
    public void sendError(int sc, @Nullable String message) {
        mustBeOpen("sendError");
        emptyBody();
        setStatus(sc);
        error = new SentError(sc, message);
        ended = true;
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    @Override
    public void sendRedirect(String location, int sc) {
        sendRedirect(location, sc, true);
    }

    @Override
    public void sendRedirect(String location, boolean clearBuffer) {
        sendRedirect(location, SC_FOUND, clearBuffer);
    }

    @Override
    public void sendRedirect(String location, int sc, boolean clearBuffer) {
        mustBeOpen("sendRedirect");
        if (clearBuffer) {
            emptyBody();
        } else {
            flushBuffer();
        }
        setStatus(sc);
        setHeader("Location", location);
        ended = true;
    }

    @Override
    public void setBufferSize(int size) {
        // the buffer has no end
    }

    @Override
    public void setTrailerFields(@Nullable Supplier<Map<String, String>> supplier) {
        throw new IllegalStateException(HttpTexts.async(endpoint, "A trailer behind the body"));
    }
}
