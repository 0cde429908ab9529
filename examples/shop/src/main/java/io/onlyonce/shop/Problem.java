package io.onlyonce.shop;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;

/**
 * A refusal that the caller gets as {@code application/problem+json}. Thrown inside a transaction it rolls everything back. {@link Problems} makes them.
 */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final int status;
    private final String title;
    private final transient Map<String, Object> facts = new LinkedHashMap<>();

    Problem(int status, String code, String title, String detail) {
        super(detail);
        this.status = status;
        this.code = code;
        this.title = title;
    }

    /** Adds a member to the body: a fact that a program can use. */
    Problem with(String member, Object fact) {
        facts.put(member, fact);
        return this;
    }

    /** The stable name, also the end of the problem's type. */
    public String code() {
        return code;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The body to answer with. */
    public ProblemDetail toBody() {
        ProblemDetail body = body(status, code, title, String.valueOf(getMessage()));
        facts.forEach(body::setProperty);
        return body;
    }

    /** The body for a status that nobody has said more about. */
    public static ProblemDetail ofStatus(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        String reason = known == null ? "Error" : known.getReasonPhrase();
        return body(status, reason.toLowerCase(Locale.ROOT).replace(' ', '-'), reason, reason + ". Nothing was done.");
    }

    /** A problem's body. */
    public static ProblemDetail body(int status, String code, String title, String detail) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(status), detail);
        body.setType(URI.create("/problems/" + code));
        body.setTitle(title);
        body.setProperty("code", code);
        return body;
    }
}
