package io.onlyonce.token;

import io.onlyonce.error.ErrorTexts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * Tokens that nobody stores before they are used: each carries its expiry, 128 random bits and an HMAC-SHA256 over both and over its binding. Thread-safe.
 *
 * <p>A signature proves that a token was issued, not that it is unused; {@link #markedInTransaction} and {@link #markedAtOnce} make it one-time by marks
 * that outlive it. Which algorithm is used is
 * said by the version, of which there is one, and never by the token.
 *
 * <p>The layout, as base64url without padding, in its one canonical form: version (1 byte, 1), length of the key's id (1), the id, expiry (8, milliseconds since
 * 1970), random (16), HMAC (32). The binding is not in the text; the verifier names it, and another one gives another HMAC. A token that fails here costs no
 * access to the marks, whether it was used or not, so a foreign attempt learns nothing from the time that it takes.
 */
public final class SignedTokens {
    static final String ALGORITHM = "HmacSHA256";

    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 16;
    private static final int MAC_BYTES = 32;
    private static final int FIXED_BYTES = 2 + Long.BYTES + NONCE_BYTES + MAC_BYTES;
    private static final Duration LONGEST_LEEWAY = Duration.ofMinutes(10);

    private final SigningKeys keys;
    private final Duration leeway;
    private final InstantSource clock;

    /**
     * Tokens by this machine's clock.
     *
     * @param leeway how far the clocks of two instances, or of an instance and the marks' store, may lie apart: a token is accepted for so long after its
     *     expiry. Zero to ten minutes
     */
    public SignedTokens(SigningKeys keys, Duration leeway) {
        this(keys, leeway, InstantSource.system());
    }

    /** The same by another clock. */
    public SignedTokens(SigningKeys keys, Duration leeway, InstantSource clock) {
        if (leeway.isNegative() || leeway.compareTo(LONGEST_LEEWAY) > 0) {
            throw new IllegalArgumentException(ErrorTexts.tokenLeeway(leeway));
        }
        this.keys = keys;
        this.leeway = leeway;
        this.clock = clock;
    }

    /** One-time tokens whose use is marked in the caller's transaction: a rollback gives a token back. */
    public TransactionalTokenStore markedInTransaction(TransactionalUsedMarks marks) {
        return new InTransaction(this, marks);
    }

    /** One-time tokens whose use is marked at once. */
    public ImmediateTokenStore markedAtOnce(ImmediateUsedMarks marks) {
        return new AtOnce(this, marks);
    }

    private record InTransaction(SignedTokens tokens, TransactionalUsedMarks marks) implements TransactionalTokenStore {
        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            return tokens.issue(binding, lifetime);
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            return tokens.consume(token, binding, marks);
        }
    }

    private record AtOnce(SignedTokens tokens, ImmediateUsedMarks marks) implements ImmediateTokenStore {
        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            return tokens.issue(binding, lifetime);
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            return tokens.consume(token, binding, marks);
        }
    }

    private Issued issue(TokenBinding binding, Duration lifetime) {
        Instant expiresAt =
                clock.instant().plus(TokenTerms.once(lifetime).lifetime()).truncatedTo(ChronoUnit.MILLIS);
        SigningKey key = keys.current();
        byte[] id = key.id().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer token = ByteBuffer.allocate(FIXED_BYTES + id.length)
                .put(VERSION)
                .put((byte) id.length)
                .put(id)
                .putLong(expiresAt.toEpochMilli())
                .put(OneTimeToken.randomBytes(NONCE_BYTES));
        byte[] head = Arrays.copyOf(token.array(), token.position());
        return new Issued(
                OneTimeToken.ofBytes(token.put(mac(key, head, binding)).array()), expiresAt);
    }

    private Consumption consume(OneTimeToken token, TokenBinding binding, UsedMarks marks) {
        Optional<Instant> expiry = verifiedExpiry(token, binding);
        if (expiry.isEmpty()) {
            return new Consumption.Refused();
        }
        // accepted until the expiry and one leeway by a clock that is at most another leeway behind the marks' own
        Instant until = expiry.get().plus(leeway.multipliedBy(2)).plusSeconds(1);
        return switch (marks.mark(TokenHash.of(token, binding), until)) {
            case FIRST -> new Consumption.Consumed();
            case ALREADY -> new Consumption.Refused();
        };
    }

    /** When the token expires; empty if it is not genuine, not for this binding, or over. */
    private Optional<Instant> verifiedExpiry(OneTimeToken token, TokenBinding binding) {
        byte[] bytes = canonicalBytes(token);
        if (bytes.length < FIXED_BYTES || bytes[0] != VERSION || bytes.length != FIXED_BYTES + bytes[1]) {
            return Optional.empty();
        }
        byte[] head = Arrays.copyOf(bytes, bytes.length - MAC_BYTES);
        byte[] mac = Arrays.copyOfRange(bytes, head.length, bytes.length);
        SigningKey named = keys.named(new String(head, 2, head[1], StandardCharsets.US_ASCII));
        byte[] expected = mac(named == null ? keys.current() : named, head, binding); // as long for an unknown key
        boolean genuine = MessageDigest.isEqual(expected, mac) && named != null;
        Instant expiry = Instant.ofEpochMilli(ByteBuffer.wrap(head).getLong(2 + head[1]));
        return genuine && clock.instant().isBefore(expiry.plus(leeway)) ? Optional.of(expiry) : Optional.empty();
    }

    /** The bytes of the one text that stands for them; the decoder alone would let the last character vary. */
    private static byte[] canonicalBytes(OneTimeToken token) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token.text());
            return OneTimeToken.ofBytes(bytes).equals(token) ? bytes : new byte[0];
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static byte[] mac(SigningKey key, byte[] head, TokenBinding binding) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key.secret());
            mac.update(head);
            mac.update(TokenHash.framed(binding.purpose()));
            mac.update(TokenHash.framed(binding.subject().text()));
            mac.update(TokenHash.framed(binding.target()));
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HmacSHA256; this one does not.", e);
        }
    }
}
