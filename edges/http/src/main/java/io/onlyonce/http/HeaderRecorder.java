package io.onlyonce.http;

import io.onlyonce.http.RecordedResponse.Header;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The half of a {@link ResponseRecorder} that takes down what stands in front of the body: status, headers, type, cookies. Nothing counts any more once
 * the answer has ended.
 */
abstract class HeaderRecorder extends HttpServletResponseWrapper {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    final HttpServletResponse real;
    final HeaderBuffer headers;
    final ContentType type;
    final List<Cookie> cookies = new ArrayList<>();
    boolean ended;
    private final int initialStatus;
    private int status;
    private boolean localized;

    HeaderRecorder(HttpServletResponse real) {
        super(Shield.over(real));
        this.real = real;
        this.headers = new HeaderBuffer(real);
        this.type = new ContentType(real);
        this.initialStatus = real.getStatus();
        this.status = initialStatus;
    }

    /** As if the handler had not begun. */
    final void restartHeaders() {
        headers.restart();
        cookies.clear();
        type.restart();
        status = initialStatus;
        ended = false;
        if (localized) {
            localized = false;
            real.setLocale(null);
        }
    }

    /** As if no filter had set anything either. */
    final void takeHeadersAway() {
        headers.takeAllAway();
        cookies.clear();
        type.restart();
        type.set(null);
        status = SC_OK;
    }

    /** All that the handler set, but the cookies. */
    final List<Header> allHeaders() {
        List<Header> all = new ArrayList<>(headers.own());
        type.header().ifPresent(all::add);
        return all;
    }

    @Override
    public void setStatus(int sc) {
        if (!ended) {
            status = sc;
        }
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setHeader(@Nullable String name, @Nullable String value) {
        if (name == null || name.isEmpty() || ended || isFraming(name)) {
            return;
        }
        if (name.equalsIgnoreCase(ContentType.HEADER)) {
            type.set(value);
        } else {
            headers.set(name, value);
        }
    }

    @Override
    public void addHeader(@Nullable String name, @Nullable String value) {
        if (name == null || name.isEmpty() || value == null || ended || isFraming(name)) {
            return;
        }
        if (name.equalsIgnoreCase(ContentType.HEADER)) {
            type.set(value);
        } else {
            headers.add(name, value);
        }
    }

    /** How the body is framed is said by what was written, whatever the handler announces. */
    private static boolean isFraming(String name) {
        return name.equalsIgnoreCase("Content-Length") || name.equalsIgnoreCase("Transfer-Encoding");
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public void setDateHeader(String name, long date) {
        setHeader(name, HTTP_DATE.format(Instant.ofEpochMilli(date)));
    }

    @Override
    public void addDateHeader(String name, long date) {
        addHeader(name, HTTP_DATE.format(Instant.ofEpochMilli(date)));
    }

    @Override
    public void addCookie(Cookie cookie) {
        if (!ended) {
            cookies.add(cookie);
        }
    }

    @Override
    public boolean containsHeader(String name) {
        return getHeader(name) != null || (name.equalsIgnoreCase("Set-Cookie") && !cookies.isEmpty());
    }

    @Override
    public @Nullable String getHeader(String name) {
        return getHeaders(name).stream().findFirst().orElse(null);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        if (name.equalsIgnoreCase(ContentType.HEADER)) {
            String text = type.text();
            return text == null ? List.of() : List.of(text);
        }
        return headers.values(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        Collection<String> names = new ArrayList<>(headers.names());
        names.removeIf(ContentType.HEADER::equalsIgnoreCase);
        if (type.text() != null) {
            names.add(ContentType.HEADER);
        }
        return names;
    }

    @Override
    public void setContentType(@Nullable String header) {
        if (!ended) {
            type.set(header);
        }
    }

    @Override
    public @Nullable String getContentType() {
        return type.text();
    }

    @Override
    public void setCharacterEncoding(@Nullable String name) {
        if (!ended) {
            type.charset(name);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable Charset charset) {
        setCharacterEncoding(charset == null ? null : charset.name());
    }

    @Override
    public String getCharacterEncoding() {
        return type.charset();
    }

    /** Some containers know a character set for a language; so it is told to the real answer too, which is not committed yet. */
    @Override
    public void setLocale(@Nullable Locale locale) {
        if (!ended) {
            localized = true;
            real.setLocale(locale);
            setHeader("Content-Language", locale == null ? null : locale.toLanguageTag());
        }
    }

    @Override
    public void setContentLength(int length) {
        // the length is what was written
    }

    @Override
    public void setContentLengthLong(long length) {
        // the length is what was written
    }
}
