package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Standard Webhooks 1.0.0: {@code id.timestamp.body} under one signature per key, the list of which stands in one header. Amounts are decimal text.
 */
public final class StandardSigner implements CallbackSigner {
    private static final String ID = "webhook-id";
    private static final String TIMESTAMP = "webhook-timestamp";
    private static final String SIGNATURE = "webhook-signature";
    private static final String PREFIX = "whsec_";

    private final List<Key> keys;

    /**
     * @param keys as many as are valid at the time: more than one while a key is changed for another
     */
    public StandardSigner(Key... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException(SimulatorTexts.noKey());
        }
        this.keys = List.copyOf(Arrays.asList(keys));
    }

    /** Signs the content; gives {@code <version>,<base64>}. */
    @FunctionalInterface
    public interface Key {
        String sign(byte[] content);
    }

    /**
     * HMAC-SHA256.
     *
     * @param secret {@code whsec_} and the key's bytes in base64
     */
    public static Key v1(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException(SimulatorTexts.secret(PREFIX + " and base64"));
        }
        byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        return content -> "v1," + Base64.getEncoder().encodeToString(Signatures.hmacSha256(key, content));
    }

    /** Ed25519. */
    public static Key v1a(PrivateKey key) {
        return content -> "v1a," + Base64.getEncoder().encodeToString(Signatures.sign("Ed25519", key, content));
    }

    @Override
    public Channel channel() {
        return Channel.STANDARD;
    }

    @Override
    public SignedCallback sign(Notice notice, Instant at) {
        return sign(notice.id(), Json.bytes(body(notice)), at);
    }

    /** Any body under any id. */
    public SignedCallback sign(String id, byte[] body, Instant at) {
        String timestamp = Long.toString(at.getEpochSecond());
        byte[] content = Signatures.content(id + "." + timestamp + ".", body, "");
        return SignedCallback.json(body)
                .withHeader(ID, id)
                .withHeader(TIMESTAMP, timestamp)
                .withHeader(
                        SIGNATURE, keys.stream().map(key -> key.sign(content)).collect(Collectors.joining(" ")));
    }

    @Override
    public SignedCallback restamp(SignedCallback signed, Instant at) {
        return signed.withHeader(TIMESTAMP, Long.toString(at.getEpochSecond()));
    }

    private static ObjectNode body(Notice notice) {
        Payment payment = notice.payment();
        BigDecimal amount =
                notice.kind() == NoticeKind.REFUNDED ? notice.itsRefund().amount() : payment.amount();
        ObjectNode data =
                Json.object().put("paymentNo", payment.paymentNo()).put("transactionId", payment.transactionId());
        if (notice.kind() == NoticeKind.REFUNDED) {
            data.put("refundId", notice.itsRefund().refundId());
        }
        data.put("amount", Amounts.decimal(amount));
        data.put("currency", payment.currency());
        return Json.object().put("type", type(notice)).set("data", data);
    }

    private static String type(Notice notice) {
        return switch (notice.kind()) {
            case PENDING -> "payment.pending";
            case PAID -> "payment.succeeded";
            case FAILED -> "payment.failed";
            case CLOSED -> "payment.closed";
            case REFUNDED -> "refund.succeeded";
            case REFUND_ABNORMAL, REFUND_CLOSED -> throw SimulatorTexts.notSent(notice);
        };
    }
}
