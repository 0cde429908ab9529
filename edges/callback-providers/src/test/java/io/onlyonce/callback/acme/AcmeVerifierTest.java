package io.onlyonce.callback.acme;

import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.provider.Hmac;
import io.onlyonce.callback.provider.TimestampWindow;
import io.onlyonce.testkit.contract.SignedCallback;
import io.onlyonce.testkit.contract.SignedHeadersContract;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The provider of the documentation passes the suite that the others pass. */
class AcmeVerifierTest extends SignedHeadersContract {
    private static final byte[] FIRST = "first-secret-of-24-bytes".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SECOND = "other-secret-of-24-bytes".getBytes(StandardCharsets.UTF_8);

    private final CallbackVerifier verifier = new AcmeVerifier(List.of(FIRST, SECOND), TimestampWindow.of(clock));

    private static SignedCallback send(String type, Told told, String cents, Instant time, byte[] secret) {
        byte[] body = """
                {"id":"%s","type":"%s","order":"%s","payment":"%s",%s"cents":%s,"currency":"CNY"}""".formatted(
                        told.noticeId(),
                        type,
                        told.paymentNo(),
                        told.transactionId(),
                        type.equals("refunded") ? "\"refund\":\"r1\"," : "",
                        cents)
                .getBytes(StandardCharsets.UTF_8);
        String seconds = Long.toString(time.getEpochSecond());
        String signature = HexFormat.of().formatHex(new Hmac(secret).of(seconds + ".", body));
        return new SignedCallback(body, Map.of("Acme-Time", seconds, "Acme-Signature", signature));
    }

    private static String cents(Told told) {
        return told.amount().value().unscaledValue().toString();
    }

    @Override
    protected CallbackVerifier verifier() {
        return verifier;
    }

    @Override
    protected SignedCallback paid(Told told, Instant signedAt) {
        return send("paid", told, cents(told), signedAt, FIRST);
    }

    @Override
    protected SignedCallback paidBySecondKey(Told told, Instant signedAt) {
        return send("paid", told, cents(told), signedAt, SECOND);
    }

    @Override
    protected SignedCallback paidByUnknownKey(Told told, Instant signedAt) {
        return send("paid", told, cents(told), signedAt, new byte[] {1});
    }

    @Override
    protected SignedCallback refunded(Told told, Instant signedAt) {
        return send("refunded", told, cents(told), signedAt, FIRST);
    }

    @Override
    protected Map<NoticeKind, SignedCallback> withoutMoney(Told told, Instant signedAt) {
        return Map.of(NoticeKind.CLOSED, send("closed", told, cents(told), signedAt, FIRST));
    }

    @Override
    protected Map<Doubt, SignedCallback> doubtful(Told told, Instant signedAt) {
        return Map.of(Doubt.AMOUNT_UNREADABLE, send("paid", told, "1e4", signedAt, FIRST));
    }

    @Override
    protected List<CallbackVerifier> withChangedKeys() {
        return IntStream.range(0, FIRST.length * Byte.SIZE)
                .<CallbackVerifier>mapToObj(bit -> {
                    byte[] changed = FIRST.clone();
                    changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                    return new AcmeVerifier(List.of(changed), TimestampWindow.of(clock));
                })
                .toList();
    }

    @Override
    protected Set<String> signedHeaders() {
        return Set.of("Acme-Time", "Acme-Signature");
    }

    @Override
    protected SignedCallback redated(SignedCallback callback, Instant time) {
        return callback.withHeader("Acme-Time", Long.toString(time.getEpochSecond()));
    }
}
