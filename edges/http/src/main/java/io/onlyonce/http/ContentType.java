package io.onlyonce.http;

import io.onlyonce.http.RecordedResponse.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Media type and character set of an answer, as the servlet specification has them work together: the set can come with the type or by itself, counts until
 * the writer is handed out, and is told to the client from then on. Confined to one thread.
 */
final class ContentType {
    static final String HEADER = "Content-Type";

    private final HttpServletResponse earlier;
    private boolean typed;
    private @Nullable String type;
    private @Nullable String charset;
    private boolean fixed;

    /**
     * @param earlier the real answer, on which earlier filters may have set a type; only read
     */
    ContentType(HttpServletResponse earlier) {
        this.earlier = earlier;
    }

    /** Takes the type of a {@code Content-Type} text; null = no type. */
    void set(@Nullable String header) {
        String named = MediaType.of(header).charset();
        typed = true;
        type = header;
        if (header == null || named != null) {
            charset(named);
        }
    }

    /** Sets the character set; null = none; without effect once the writer was handed out. */
    void charset(@Nullable String name) {
        if (!fixed) {
            charset = name;
        }
    }

    /** The character set that a writer gets. */
    String charset() {
        return charset == null ? earlier.getCharacterEncoding() : charset;
    }

    /** The writer is handed out: its character set stays. */
    void fix() {
        charset = charset();
        fixed = true;
    }

    /** The {@code Content-Type} text; null = no type. */
    @Nullable
    String text() {
        String base = typed ? type : earlier.getContentType();
        if (base == null || (!typed && charset == null)) {
            return base;
        }
        String named = MediaType.of(base).charset();
        if (named == null ? charset == null : named.equals(charset)) {
            return base;
        }
        String bare = MediaType.without(base, "charset");
        return charset == null ? bare : bare + ";charset=" + charset;
    }

    /** The header, if the handler changed it. */
    Optional<Header> header() {
        if (!typed && charset == null) {
            return Optional.empty();
        }
        String text = text();
        return Optional.of(new Header(HEADER, text == null ? List.of() : List.of(text), true));
    }

    void restart() {
        typed = false;
        type = null;
        charset = null;
        fixed = false;
    }
}
