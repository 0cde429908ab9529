package io.onlyonce.console;

import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;

/**
 * A secret that is in a cookie and in each form: another site can make a browser send the cookie, but it cannot read it, so it has no form that fits.
 *
 * @param value 128 random bits
 * @param isNew whether the browser does not have it yet
 */
record FormToken(String value, boolean isNew) {
    static final String COOKIE = "onlyonce-form";
    static final String FIELD = "form-token";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 16;
    private static final Pattern VALUE = Pattern.compile("[0-9a-f]{32}");

    /** The one that the browser has, else a fresh one. */
    static FormToken of(ServerRequest request) {
        Cookie cookie = request.cookies().getFirst(COOKIE);
        if (cookie != null && VALUE.matcher(cookie.getValue()).matches()) {
            return new FormToken(cookie.getValue(), false);
        }
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new FormToken(HexFormat.of().formatHex(bytes), true);
    }

    /**
     * @throws Trouble if the form is not one for this browser
     */
    void mustMatch(ServerRequest request) {
        String sent = request.param(FIELD).orElse("");
        if (isNew || !MessageDigest.isEqual(bytes(sent), bytes(value))) {
            throw new Trouble(HttpStatus.FORBIDDEN, "form");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
