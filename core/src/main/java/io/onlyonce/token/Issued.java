package io.onlyonce.token;

import java.time.Instant;

/**
 * A token for the client that asked for it. It cannot be read again later.
 *
 * @param token the token
 * @param expiresAt from when on it is refused, by the store's clock
 */
public record Issued(OneTimeToken token, Instant expiresAt) {}
