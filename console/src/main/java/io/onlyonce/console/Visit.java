package io.onlyonce.console;

import jakarta.servlet.http.Cookie;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Who looks at a page, and how.
 *
 * @param base what the console's addresses begin with
 * @param here the address of this page, to see it again in another language
 * @param language the reader's
 * @param chosen whether the reader has just chosen it
 * @param form what the page's forms carry
 * @param csrf what Spring Security wants in forms; null where it isn't there
 * @param mayAct whether the reader may also do something
 * @param actor the reader's name
 * @param secure whether it came over HTTPS
 */
record Visit(
        String base,
        String here,
        Locale language,
        boolean chosen,
        FormToken form,
        @Nullable Object csrf,
        boolean mayAct,
        String actor,
        boolean secure) {
    static final String NOBODY = "somebody";

    private static final String ATTRIBUTE = Visit.class.getName();

    /** Reads it from the request, and keeps it there. */
    static Visit begin(ServerRequest request, String path, boolean mayAct) {
        String base = request.servletRequest().getContextPath() + path;
        Visit visit = new Visit(
                base,
                here(request, base),
                Language.of(request),
                request.param(Language.PARAMETER).isPresent(),
                FormToken.of(request),
                request.servletRequest().getAttribute("_csrf"),
                mayAct,
                request.principal().map(Principal::getName).orElse(NOBODY),
                request.servletRequest().isSecure());
        request.attributes().put(ATTRIBUTE, visit);
        return visit;
    }

    /** The one that has begun with this request. */
    static Visit of(ServerRequest request) {
        return (Visit) request.attribute(ATTRIBUTE).orElseThrow();
    }

    /** What a form's answer stands at cannot be got again: then it is the first page. */
    private static String here(ServerRequest request, String base) {
        if (!request.method().equals(HttpMethod.GET)) {
            return base;
        }
        return UriComponentsBuilder.fromPath(request.servletRequest().getRequestURI())
                .query(request.servletRequest().getQueryString())
                .replaceQueryParam(Language.PARAMETER)
                .build()
                .toUriString();
    }

    /** This page in a language. Public for templates. */
    public String in(String code) {
        return here + (here.contains("?") ? "&" : "?") + Language.PARAMETER + "=" + code;
    }

    /** What the browser is to remember. */
    List<Cookie> cookies() {
        List<Cookie> cookies = new ArrayList<>();
        if (form.isNew()) {
            cookies.add(cookie(FormToken.COOKIE, form.value()));
        }
        if (chosen) {
            Cookie cookie = cookie(Language.COOKIE, language.getLanguage());
            cookie.setMaxAge(Language.REMEMBERED);
            cookies.add(cookie);
        }
        return cookies;
    }

    private Cookie cookie(String name, String value) {
        Cookie cookie = new Cookie(name, value);
        cookie.setPath(base);
        cookie.setHttpOnly(true);
        cookie.setSecure(secure);
        cookie.setAttribute("SameSite", "Strict");
        return cookie;
    }
}
