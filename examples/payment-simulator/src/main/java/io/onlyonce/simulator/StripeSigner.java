package io.onlyonce.simulator;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stripe's events: {@code timestamp.body} under HMAC-SHA256, whose key is the whole text of the secret, {@code whsec_} included. Amounts are in minor units; a refund
 * tells what has been refunded in all.
 */
public final class StripeSigner implements CallbackSigner {
    /** The form of the objects in the events. */
    public static final String API_VERSION = "2025-03-31.basil";

    private static final String SIGNATURE = "Stripe-Signature";

    private final List<String> secrets;

    /**
     * @param secrets of the endpoint, as many as are valid at the time: more than one while a secret is changed for another
     */
    public StripeSigner(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException(SimulatorTexts.noKey());
        }
        this.secrets = List.copyOf(Arrays.asList(secrets));
    }

    @Override
    public Channel channel() {
        return Channel.STRIPE;
    }

    @Override
    public SignedCallback sign(Notice notice, Instant at) {
        return sign(Json.bytes(event(notice)), at);
    }

    /** Any body. */
    public SignedCallback sign(byte[] body, Instant at) {
        byte[] content = Signatures.content(at.getEpochSecond() + ".", body, "");
        String signatures = secrets.stream()
                .map(secret -> Signatures.hmacSha256(secret.getBytes(StandardCharsets.UTF_8), content))
                .map(signature -> ",v1=" + HexFormat.of().formatHex(signature))
                .collect(Collectors.joining());
        return SignedCallback.json(body).withHeader(SIGNATURE, "t=" + at.getEpochSecond() + signatures);
    }

    @Override
    public SignedCallback restamp(SignedCallback signed, Instant at) {
        String signature = signed.headers().getOrDefault(SIGNATURE, "");
        return signed.withHeader(SIGNATURE, signature.replaceFirst("t=\\d+", "t=" + at.getEpochSecond()));
    }

    private static ObjectNode event(Notice notice) {
        return Json.object()
                .put("id", notice.id())
                .put("object", "event")
                .put("api_version", API_VERSION)
                .put("created", notice.at().getEpochSecond())
                .put("livemode", false)
                .put("pending_webhooks", 1)
                .put("type", type(notice))
                .set("data", notice.kind() == NoticeKind.REFUNDED ? refunded(notice) : intent(notice));
    }

    private static String type(Notice notice) {
        return switch (notice.kind()) {
            case PAID -> "payment_intent.succeeded";
            case FAILED -> "payment_intent.payment_failed";
            case CLOSED -> "payment_intent.canceled";
            case REFUNDED -> "charge.refunded";
            case PENDING, REFUND_ABNORMAL, REFUND_CLOSED -> throw SimulatorTexts.notSent(notice);
        };
    }

    private static ObjectNode intent(Notice notice) {
        Payment payment = notice.payment();
        ObjectNode intent = object(payment, "payment_intent", payment.transactionId())
                .put("amount_received", notice.kind() == NoticeKind.PAID ? Amounts.minor(payment) : 0)
                .put("status", status(notice.kind()));
        return Json.object().set("object", intent);
    }

    private static String status(NoticeKind kind) {
        return switch (kind) {
            case PAID -> "succeeded";
            case CLOSED -> "canceled";
            default -> "requires_payment_method";
        };
    }

    private static ObjectNode refunded(Notice notice) {
        Payment payment = notice.payment();
        long inAll = Amounts.minor(payment.refunded(), payment.currency());
        long thisOne = Amounts.minor(notice.itsRefund().amount(), payment.currency());
        ObjectNode charge = object(payment, "charge", chargeOf(payment))
                .put("payment_intent", payment.transactionId())
                .put("amount_refunded", inAll)
                .put("paid", true)
                .put("refunded", payment.state() == Payment.State.REFUNDED)
                .put("status", "succeeded");
        ObjectNode before = Json.object().put("amount_refunded", inAll - thisOne);
        if (payment.state() == Payment.State.REFUNDED) {
            before.put("refunded", false);
        }
        return Json.object().set("object", charge).set("previous_attributes", before);
    }

    private static ObjectNode object(Payment payment, String type, String id) {
        return Json.object()
                .put("id", id)
                .put("object", type)
                .put("amount", Amounts.minor(payment))
                .put("currency", payment.currency().toLowerCase(Locale.ROOT))
                .put("created", payment.openedAt().getEpochSecond())
                .put("livemode", false)
                .set("metadata", Json.object().put("payment_no", payment.paymentNo()));
    }

    /** A payment has one charge here, and its number is made from the payment's. */
    private static String chargeOf(Payment payment) {
        return payment.transactionId().replaceFirst("^pi_", "ch_");
    }
}
