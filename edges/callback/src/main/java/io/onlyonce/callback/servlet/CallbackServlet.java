package io.onlyonce.callback.servlet;

import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.callback.CallbackRequest;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hands callbacks to the pipeline as they come: {@code POST /…/{channel}}. A servlet and no controller, because frameworks read forms and JSON themselves and what they
 * hand on is no longer what was signed. No filter in front of it may read parameters. An unknown channel is answered with 404, a body that is too long with 413.
 */
public final class CallbackServlet extends HttpServlet {
    /** The greatest number of bytes in a body; providers send less than a tenth of it. */
    public static final int MAX_BODY = 256 * 1024;

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // no container has kept servlets on disk for a long time
    private final CallbackPipeline pipeline;

    public CallbackServlet(CallbackPipeline pipeline) {
        this.pipeline = pipeline;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = request.getInputStream().readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) {
            response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
            return;
        }
        Optional<Acknowledgement> answer =
                pipeline.receive(channelOf(request), new CallbackRequest(body, headersOf(request)));
        if (answer.isEmpty()) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        write(answer.get(), response);
    }

    private static String channelOf(HttpServletRequest request) {
        String path = request.getPathInfo();
        return path == null || path.isEmpty() ? "" : path.substring(1);
    }

    private static Map<String, List<String>> headersOf(HttpServletRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        return headers;
    }

    private static void write(Acknowledgement answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.status());
        answer.headers().forEach(response::setHeader);
        if (answer.contentType() != null) {
            response.setContentType(answer.contentType());
            response.setContentLength(answer.body().length);
            response.getOutputStream().write(answer.body());
        }
    }
}
