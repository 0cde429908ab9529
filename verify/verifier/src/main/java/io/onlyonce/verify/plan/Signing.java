package io.onlyonce.verify.plan;

/**
 * How a provider signs its callbacks. Each delivery is signed anew, as providers do it.
 *
 * @param scheme whose way
 * @param secret as the provider's console shows it
 * @param id the notification's number, where it is signed as well
 * @param header for {@link Scheme#HMAC_SHA256}: which carries the signature
 */
public record Signing(Scheme scheme, String secret, Template id, String header) {
    /** Whose way. */
    public enum Scheme {
        /** {@code webhook-id}, {@code webhook-timestamp}, {@code webhook-signature}; the secret is {@code whsec_} and Base64. */
        STANDARD_WEBHOOKS,
        /** {@code Stripe-Signature: t=…,v1=…}; the whole secret is the key. */
        STRIPE,
        /** The body's HMAC-SHA256 in hexadecimal digits, in a header. */
        HMAC_SHA256
    }

    @Override
    public String toString() {
        return "Signing[" + scheme + "]";
    }
}
