package io.onlyonce.console;

import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.web.servlet.function.ServerRequest;

/** Which language a reader gets: the one that was asked for, the one of last time, the first of the browser's that there is, English. */
final class Language {
    static final String PARAMETER = "lang";
    static final String COOKIE = "onlyonce-lang";
    static final int REMEMBERED = (int) Duration.ofDays(365).toSeconds();

    /** Those that there are. */
    static final List<Locale> ALL = List.of(Locale.ENGLISH, Locale.CHINESE);

    private Language() {}

    static Locale of(ServerRequest request) {
        Cookie cookie = request.cookies().getFirst(COOKIE);
        Stream<String> told = Stream.of(
                request.param(PARAMETER).orElse(""),
                cookie == null ? "" : Objects.requireNonNullElse(cookie.getValue(), ""));
        Stream<String> browser =
                Collections.list(request.servletRequest().getLocales()).stream().map(Locale::getLanguage);
        return Stream.concat(told, browser)
                .flatMap(
                        code -> ALL.stream().filter(known -> known.getLanguage().equals(code)))
                .findFirst()
                .orElse(Locale.ENGLISH);
    }
}
