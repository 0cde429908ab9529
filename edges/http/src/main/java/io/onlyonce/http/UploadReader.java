package io.onlyonce.http;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Has the container parse an upload. Why it could not is told by containers in their texts only, each in its own exception. */
final class UploadReader {
    private UploadReader() {}

    /**
     * The parts; null where the servlet takes no uploads, so that the body is bytes like any other.
     *
     * @throws RequestRefusedException if the upload is too large or cannot be read
     * @throws IOException if the client did not send it all, or the disk is at fault
     */
    static @Nullable Upload read(HttpServletRequest request, MediaType type) throws IOException {
        try {
            return new Upload(type, List.copyOf(request.getParts()));
        } catch (IOException | ServletException | IllegalStateException e) {
            String why = textsOf(e);
            if (why.contains("multipart config")) {
                return null;
            }
            if (why.contains("exceed") || why.contains("too large") || why.contains("too many")) {
                throw new RequestRefusedException(HttpProblem.PAYLOAD_TOO_LARGE, HttpTexts.uploadTooLarge(), e);
            }
            if (e instanceof IOException failure && !why.contains("fileupload") && !why.contains("multipart")) {
                throw failure;
            }
            throw new RequestRefusedException(HttpProblem.MALFORMED_FORM, HttpProblem.MALFORMED_FORM.detail(), e);
        }
    }

    private static String textsOf(Throwable failure) {
        StringBuilder texts = new StringBuilder();
        for (Throwable t = failure; t != null; t = t.getCause()) {
            texts.append(t).append('\n');
        }
        return texts.toString().toLowerCase(Locale.ROOT).replace("multi-part", "multipart");
    }
}
