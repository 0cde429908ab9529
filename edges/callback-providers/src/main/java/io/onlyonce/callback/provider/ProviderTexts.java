package io.onlyonce.callback.provider;

import java.nio.charset.Charset;
import java.time.Duration;

/** The texts of this module. Those of the configuration name the property, the rule and the remedy; those of callbacks repeat nothing that was sent. */
public final class ProviderTexts {
    static final String TIMESTAMP_UNREADABLE = "the timestamp is no whole number of seconds since 1970";
    static final String JSON = "the body is no JSON object in UTF-8, or has a member twice";
    static final String IDENTITY = "an identity is empty, too long or not printable ASCII";
    static final String NO_HMAC = "Every Java platform has HmacSHA256; this one does not.";

    /** The signature fits no key that is known here. */
    public static final String SIGNATURE = "the signature fits none of the keys";

    private ProviderTexts() {}

    static String tolerance(Duration tolerance) {
        return "A tolerance of " + tolerance + " would take recorded callbacks for new ones or refuse all."
                + " Give at least one second; five minutes are usual.";
    }

    static String timestamp(long ahead, Duration tolerance) {
        return "the timestamp is " + Math.abs(ahead) + " s " + (ahead < 0 ? "old" : "ahead") + ", more than "
                + tolerance.toSeconds() + " s";
    }

    static String header(String name) {
        return "the header " + name + " is missing, empty or there several times";
    }

    static String charset(Charset charset) {
        return "the body is no text in " + charset;
    }

    static String member(String name) {
        return "the member " + name + " is missing or of another type";
    }

    static String publicKey(String property) {
        return property + " is no RSA public key of at least 2048 bits. Give the provider's key (not your own, and no"
                + " private one) as PEM: -----BEGIN PUBLIC KEY----- and its Base64.";
    }

    static String certificate(String property) {
        return property
                + " is no X.509 certificate with an RSA key of at least 2048 bits. Give the provider's one as PEM:"
                + " -----BEGIN CERTIFICATE----- and its Base64.";
    }

    /** A value of the configuration is missing. */
    public static String missing(String property) {
        return property + " is missing; nothing can be verified without it.";
    }

    /** A value of the configuration does not look as it must. The value is not shown. */
    public static String malformed(String property, String rule) {
        return property + " does not look as it must: " + rule;
    }
}
