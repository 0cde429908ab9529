package io.onlyonce.shop.orderform;

import io.onlyonce.shop.database.Instants;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** One-time tokens: 256 random bits for the client, their hash for the table, ten minutes by the database's clock. */
@Component
public class Tokens {
    private static final Pattern GRAMMAR = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final JdbcClient jdbc;

    Tokens(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A token as its owner gets it; it can't be read again later. */
    public record Issued(String token, String purpose, Instant expiresAt) {}

    /** Issues a token to one user for one purpose. */
    @Transactional
    public Issued issue(String userId, String purpose) {
        byte[] bits = new byte[32];
        RANDOM.nextBytes(bits);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        jdbc.sql("""
                        INSERT INTO form_token (token_hash, user_id, purpose, expires_at)
                        VALUES (:hash, :userId, :purpose, CURRENT_TIMESTAMP(6) + INTERVAL '10' MINUTE)
                        """)
                .param("hash", hash(token))
                .param("userId", userId)
                .param("purpose", purpose)
                .update();
        Instant expiresAt = jdbc.sql("SELECT expires_at FROM form_token WHERE token_hash = :hash")
                .param("hash", hash(token))
                .query((row, number) -> Instants.get(row, "expires_at"))
                .single();
        return new Issued(token, purpose, expiresAt);
    }

    /**
     * Uses the token up, if it is this user's, for this purpose and still valid: one statement decides. A foreign attempt matches no row and so uses nothing up;
     * a rollback gives the token back.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean consume(String hash, String userId, String purpose) {
        return jdbc.sql("""
                                DELETE FROM form_token
                                WHERE token_hash = :hash AND user_id = :userId AND purpose = :purpose AND expires_at > CURRENT_TIMESTAMP(6)
                                """)
                        .param("hash", hash)
                        .param("userId", userId)
                        .param("purpose", purpose)
                        .update()
                == 1;
    }

    /** Removes what nobody used. */
    @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
    public void purge() {
        jdbc.sql("DELETE FROM form_token WHERE expires_at < CURRENT_TIMESTAMP(6) - INTERVAL '1' MINUTE")
                .update();
    }

    /** Whether this could be a token at all. */
    static boolean isToken(String text) {
        return GRAMMAR.matcher(text).matches();
    }

    /** What is stored of a token: 64 hexadecimal digits. */
    static String hash(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256; this one does not.", e);
        }
    }
}
