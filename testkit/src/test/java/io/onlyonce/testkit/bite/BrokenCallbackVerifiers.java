package io.onlyonce.testkit.bite;

import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.Acknowledgements;
import io.onlyonce.callback.Amount;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.NotVerified;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.testkit.contract.SignedCallback;
import io.onlyonce.testkit.contract.SignedHeadersContract;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Verifiers with one fault each; none may pass its suite. Their provider sends {@code kind|notice|payment|transaction|amount|merchant}. */
final class BrokenCallbackVerifiers {
    private static final long TOLERANCE = 300;

    private BrokenCallbackVerifiers() {}

    /** A sound verifier, of which each fault spoils one part. */
    abstract static class Pupil extends SignedHeadersContract implements CallbackVerifier {
        static final byte[] FIRST = {1, 2, 3, 4};
        static final byte[] SECOND = {5, 6, 7, 8};

        private byte[] first = FIRST;

        @Override
        public String channel() {
            return "test";
        }

        @Override
        public Verification verify(CallbackRequest request) {
            String time = request.header("x-time").orElse("");
            String signature = request.header("x-signature").orElse("");
            if (!time.matches("[1-9][0-9]{0,11}")) {
                return new NotVerified(Reason.MALFORMED, "no time");
            }
            if (!isFresh(clock.instant().getEpochSecond() - Long.parseLong(time))) {
                return new NotVerified(Reason.TIMESTAMP, "too far away");
            }
            return isSigned(time, request.body(), signature)
                    ? read(request)
                    : new NotVerified(Reason.SIGNATURE, "no signature");
        }

        boolean isFresh(long age) {
            return Math.abs(age) <= TOLERANCE;
        }

        boolean isSigned(String time, byte[] body, String signature) {
            return List.of(first, SECOND).stream()
                    .anyMatch(key -> sign(key, time, body).equals(signature));
        }

        Verification read(CallbackRequest request) {
            String[] parts = request.text().split("\\|", -1);
            NoticeKind kind = NoticeKind.valueOf(parts[0]);
            Amount amount = Amount.ofDecimal(parts[4], "CNY");
            return new Genuine(
                    new PaymentNotice(
                            channel(),
                            noticeId(parts[1]),
                            kind,
                            parts[2],
                            parts[3],
                            kind == NoticeKind.REFUNDED ? refundId(parts[1]) : null,
                            null,
                            amount,
                            null,
                            null),
                    doubt(parts[5]));
        }

        String noticeId(String id) {
            return id;
        }

        String refundId(String id) {
            return "r-" + id;
        }

        @Nullable
        Doubt doubt(String merchant) {
            return merchant.equals("us") ? null : Doubt.MERCHANT;
        }

        static String sign(byte[] key, String time, byte[] body) {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                digest.update(key);
                digest.update((byte) time.length());
                digest.update(time.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest.digest(body));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Acknowledgements acknowledgements() {
            return new Acknowledgements(
                    Acknowledgement.empty(204), Acknowledgement.empty(401), Acknowledgement.empty(503));
        }

        @Override
        protected CallbackVerifier verifier() {
            return this;
        }

        abstract Pupil another();

        @Override
        protected List<CallbackVerifier> withChangedKeys() {
            return IntStream.range(0, FIRST.length * Byte.SIZE)
                    .<CallbackVerifier>mapToObj(bit -> {
                        Pupil changed = another();
                        changed.first = FIRST.clone();
                        changed.first[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                        return changed;
                    })
                    .toList();
        }

        private static SignedCallback send(String kind, Told told, String merchant, Instant signedAt, byte[] key) {
            byte[] body = String.join(
                            "|",
                            kind,
                            told.noticeId(),
                            told.paymentNo(),
                            told.transactionId(),
                            told.amount().value().toPlainString(),
                            merchant)
                    .getBytes(StandardCharsets.UTF_8);
            String time = Long.toString(signedAt.getEpochSecond());
            return new SignedCallback(body, Map.of("X-Time", time, "X-Signature", sign(key, time, body)));
        }

        @Override
        protected SignedCallback paid(Told told, Instant signedAt) {
            return send("PAID", told, "us", signedAt, FIRST);
        }

        @Override
        protected SignedCallback refunded(Told told, Instant signedAt) {
            return send("REFUNDED", told, "us", signedAt, FIRST);
        }

        @Override
        protected Map<NoticeKind, SignedCallback> withoutMoney(Told told, Instant signedAt) {
            return Map.of(NoticeKind.CLOSED, send("CLOSED", told, "us", signedAt, FIRST));
        }

        @Override
        protected SignedCallback paidBySecondKey(Told told, Instant signedAt) {
            return send("PAID", told, "us", signedAt, SECOND);
        }

        @Override
        protected SignedCallback paidByUnknownKey(Told told, Instant signedAt) {
            return send("PAID", told, "us", signedAt, new byte[] {9});
        }

        @Override
        protected Map<Doubt, SignedCallback> doubtful(Told told, Instant signedAt) {
            return Map.of(Doubt.MERCHANT, send("PAID", told, "them", signedAt, FIRST));
        }

        @Override
        protected Set<String> signedHeaders() {
            return Set.of("X-Time", "X-Signature");
        }

        @Override
        protected SignedCallback redated(SignedCallback callback, Instant time) {
            return callback.withHeader("X-Time", Long.toString(time.getEpochSecond()));
        }
    }

    static class Sound extends Pupil {
        @Override
        Pupil another() {
            return new Sound();
        }
    }

    static class ChecksNoSignature extends Sound {
        @Override
        boolean isSigned(String time, byte[] body, String signature) {
            return body.length > 0;
        }

        @Override
        Pupil another() {
            return new ChecksNoSignature();
        }
    }

    static class ChecksNoTime extends Sound {
        @Override
        boolean isFresh(long age) {
            return true;
        }
    }

    /** What is dated forward passes; vendors' libraries do this. */
    static class RefusesOnlyTheOld extends Sound {
        @Override
        boolean isFresh(long age) {
            return age <= TOLERANCE;
        }
    }

    /** The time is looked at, and not signed. */
    static class LeavesTimeUnsigned extends Sound {
        @Override
        boolean isSigned(String time, byte[] body, String signature) {
            return super.isSigned(time, body, signature)
                    || IntStream.rangeClosed(-4000, 4000)
                            .mapToObj(off -> Long.toString(Long.parseLong(time) + off))
                            .anyMatch(other -> super.isSigned(other, body, signature));
        }
    }

    static class IgnoresTheFirstByte extends Sound {
        @Override
        boolean isSigned(String time, byte[] body, String signature) {
            byte[] repaired = body.clone();
            if (repaired.length > 0) {
                repaired[0] = (byte) (repaired[0] == 'R' ? 'R' : 'P');
            }
            return super.isSigned(time, repaired, signature);
        }

        @Override
        Verification read(CallbackRequest request) {
            byte[] body = request.body().clone();
            body[0] = (byte) (body[0] == 'R' ? 'R' : 'P');
            return super.read(new CallbackRequest(body, Map.of()));
        }
    }

    /** Reads the body as text first: what is no UTF-8 or stands around it is lost. */
    static class TrimsTheBody extends Sound {
        @Override
        boolean isSigned(String time, byte[] body, String signature) {
            String text = new String(body, StandardCharsets.UTF_8).strip();
            return super.isSigned(time, text.getBytes(StandardCharsets.UTF_8), signature);
        }

        @Override
        Verification read(CallbackRequest request) {
            return super.read(new CallbackRequest(request.text().strip().getBytes(StandardCharsets.UTF_8), Map.of()));
        }
    }

    static class ComparesInAnyCase extends Sound {
        @Override
        boolean isSigned(String time, byte[] body, String signature) {
            return super.isSigned(time, body, signature.toLowerCase(Locale.ROOT));
        }
    }

    static class ThrowsOnGarbage extends Sound {
        @Override
        public Verification verify(CallbackRequest request) {
            HexFormat.of().parseHex(request.header("x-signature").orElse(""));
            return super.verify(request);
        }
    }

    static class KnowsOneKey extends Sound {
        @Override
        boolean isSigned(String time, byte[] body, String signature) {
            return sign(FIRST, time, body).equals(signature);
        }
    }

    /** Takes the delivery's number for the notice's. */
    static class NamesDeliveries extends Sound {
        private final AtomicInteger deliveries = new AtomicInteger();

        @Override
        String noticeId(String id) {
            return deliveries.getAndIncrement() == 0 ? id : id + "-" + deliveries;
        }
    }

    static class InventsRefunds extends Sound {
        private final AtomicInteger refunds = new AtomicInteger();

        @Override
        String refundId(String id) {
            return "r-" + refunds.incrementAndGet();
        }
    }

    static class TakesAnyMerchant extends Sound {
        @Override
        @Nullable
        Doubt doubt(String merchant) {
            return null;
        }
    }

    static class AnswersAllAlike extends Sound {
        @Override
        public Acknowledgements acknowledgements() {
            return new Acknowledgements(
                    Acknowledgement.text(200, "success"),
                    Acknowledgement.empty(401),
                    Acknowledgement.text(200, "success"));
        }
    }

    /** Remembers the last body in a field. */
    static class SharesState extends Sound {
        private volatile byte[] body = {};

        @Override
        public Verification verify(CallbackRequest request) {
            body = request.body();
            LockSupport.parkNanos(100_000);
            return super.verify(request);
        }

        @Override
        boolean isSigned(String time, byte[] ignored, String signature) {
            return super.isSigned(time, body, signature);
        }
    }

    /** Writes what came into the log. */
    static class RepeatsTheBody extends Sound {
        @Override
        public Verification verify(CallbackRequest request) {
            Verification verification = super.verify(request);
            return verification instanceof NotVerified refused
                    ? new NotVerified(refused.reason(), "bad: " + request.text())
                    : verification;
        }
    }

    static class RoundsAmounts extends Sound {
        @Override
        Verification read(CallbackRequest request) {
            String[] parts = request.text().split("\\|", -1);
            parts[4] = new BigDecimal((float) Double.parseDouble(parts[4]))
                    .setScale(2, RoundingMode.HALF_UP)
                    .toPlainString();
            byte[] body = String.join("|", Arrays.asList(parts)).getBytes(StandardCharsets.UTF_8);
            return super.read(new CallbackRequest(body, Map.of()));
        }
    }
}
