package io.onlyonce.simulator;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Where each provider puts what a test looks for. */
final class Delivered {
    private static final DateTimeFormatter BEIJING = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private Delivered() {}

    static String noticeId(Channel channel, SignedCallback callback) {
        return switch (channel) {
            case STANDARD -> header(callback, "webhook-id");
            case STRIPE, WECHATPAY ->
                new JsonMapper().readTree(callback.body()).path("id").asString();
            case ALIPAY -> field(callback, "notify_id");
        };
    }

    static String signature(Channel channel, SignedCallback callback) {
        return switch (channel) {
            case STANDARD -> header(callback, "webhook-signature");
            case STRIPE -> header(callback, "Stripe-Signature").split(",v1=", 2)[1];
            case WECHATPAY -> header(callback, "Wechatpay-Signature");
            case ALIPAY -> field(callback, "sign");
        };
    }

    static long seconds(Channel channel, SignedCallback callback) {
        return switch (channel) {
            case STANDARD -> Long.parseLong(header(callback, "webhook-timestamp"));
            case STRIPE ->
                Long.parseLong(
                        header(callback, "Stripe-Signature").split(",", 2)[0].substring("t=".length()));
            case WECHATPAY -> Long.parseLong(header(callback, "Wechatpay-Timestamp"));
            case ALIPAY ->
                LocalDateTime.parse(field(callback, "notify_time"), BEIJING).toEpochSecond(ZoneOffset.ofHours(8));
        };
    }

    /** In any case: HTTP servers write the names as they like. */
    static String header(SignedCallback callback, String name) {
        return callback.headers().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    private static String field(SignedCallback callback, String name) {
        String value = VendorVerifier.form(callback).get(name);
        if (value == null) {
            throw new AssertionError("The form has no " + name + ": " + callback.text());
        }
        return value;
    }
}
