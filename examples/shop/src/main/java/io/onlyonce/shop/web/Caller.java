package io.onlyonce.shop.web;

/**
 * Who calls: the shop has no login, so the {@code X-User-Id} header is believed.
 *
 * @param userId 1 to 64 visible ASCII characters
 */
public record Caller(String userId) {
    /** The header. */
    static final String HEADER = "X-User-Id";

    /** Who calls without the header: a user of its own. */
    static final String ANONYMOUS = "anonymous";
}
