package io.onlyonce.console;

import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerResponse;

/** Every answer of the console begins here, with the headers that let a browser load and run nothing but the console's own files, and keep no copy. */
final class Answers {
    private static final String OWN_FILES_ONLY =
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private Answers() {}

    static ServerResponse.BodyBuilder of(HttpStatus status) {
        return ServerResponse.status(status)
                .header("Content-Security-Policy", OWN_FILES_ONLY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "same-origin")
                .header(HttpHeaders.CACHE_CONTROL, "no-store");
    }

    /** With these bytes, whatever the application's message converters do. */
    static ServerResponse bytes(ServerResponse.BodyBuilder answer, byte[] body) {
        return answer.contentLength(body.length).build((request, response) -> {
            response.getOutputStream().write(body);
            return null;
        });
    }

    /** Go on there, by GET. */
    static ServerResponse seeOther(String address) {
        return of(HttpStatus.SEE_OTHER).location(URI.create(address)).build();
    }
}
