package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.NotVerified;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * What a suite for verifiers needs of its pupil: the verifier, and the provider's side of it, which signs. The signing is best done by the provider's own library, so that
 * two who read its rules agree.
 */
public abstract class CallbackFixture {
    /** When the cases begin. */
    protected static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** What is told. */
    protected static final Told TOLD =
            new Told("notice-4711", "P202603010001", "tx-0815", Amount.ofDecimal("100.01", "CNY"));

    /** The time that the verifier must go by. Cases set it. */
    protected final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this; // an instant is the same in every zone
        }
    };

    private Instant now = NOW;

    /**
     * What a notice says. The provider may bring the identities into its own form, if they stay printable and apart.
     *
     * @param amount of the payment, and of its only refund
     */
    public record Told(String noticeId, String paymentNo, String transactionId, Amount amount) {}

    /** The pupil. It goes by {@link #clock} and knows two keys. */
    protected abstract CallbackVerifier verifier();

    /** Pupils whose key differs in one bit from the one that the provider signs with: one for each bit, or for many of them. */
    protected abstract List<CallbackVerifier> withChangedKeys();

    /** The money has come. */
    protected abstract SignedCallback paid(Told told, Instant signedAt);

    /** All of it has gone back. */
    protected abstract SignedCallback refunded(Told told, Instant signedAt);

    /** Of the kinds without money those that the provider has: at least one. */
    protected abstract Map<NoticeKind, SignedCallback> withoutMoney(Told told, Instant signedAt);

    /** As {@link #paid}, but signed with the other key that the pupil knows. */
    protected abstract SignedCallback paidBySecondKey(Told told, Instant signedAt);

    /** As {@link #paid}, but signed with a key that the pupil does not know. */
    protected abstract SignedCallback paidByUnknownKey(Told told, Instant signedAt);

    /** Signed, and yet doubtful: another merchant, a sandbox, an amount that is none. Those that the provider's form allows: at least one. */
    protected abstract Map<Doubt, SignedCallback> doubtful(Told told, Instant signedAt);

    /** Whether two bodies have the same meaning by the provider's rules, which sign the meaning and not the bytes. Bytes are signed unless the pupil says otherwise. */
    protected boolean meanTheSame(byte[] body, byte[] other) {
        return false;
    }

    /** Sets the clock. */
    protected final void setNow(Instant time) {
        now = time;
    }

    protected final Genuine assertGenuine(SignedCallback callback) {
        return assertGenuine(verifier(), callback.request());
    }

    protected final Genuine assertGenuine(CallbackVerifier verifier, CallbackRequest request) {
        Verification verification = verifier.verify(request);
        assertThat(verification).isInstanceOf(Genuine.class);
        return (Genuine) verification;
    }

    protected final NotVerified assertRefused(String what, CallbackRequest request) {
        return assertRefused(what, verifier(), request);
    }

    protected final NotVerified assertRefused(String what, CallbackVerifier verifier, CallbackRequest request) {
        Verification verification = verifier.verify(request);
        if (verification instanceof NotVerified refused) {
            assertThat(refused.detail())
                    .as("what is logged of %s", what)
                    .isNotBlank()
                    .doesNotContain(TOLD.paymentNo(), TOLD.noticeId(), TOLD.transactionId());
            return refused;
        }
        throw new AssertionError(what + " is not refused: " + verification);
    }
}
