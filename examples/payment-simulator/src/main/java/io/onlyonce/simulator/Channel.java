package io.onlyonce.simulator;

import java.util.Arrays;

/** A provider. */
public enum Channel {
    /** Any provider that follows Standard Webhooks 1.0.0. */
    STANDARD("standard"),
    /** Stripe; nothing is sent while the buyer thinks. */
    STRIPE("stripe"),
    /** WeChat Pay, interface version 3; of a payment it tells only that it has succeeded. */
    WECHATPAY("wechatpay"),
    /** Alipay in China; an attempt that failed is not told of. */
    ALIPAY("alipay");

    private final String path;

    Channel(String path) {
        this.path = path;
    }

    /** The name in {@code /api/callbacks/{channel}}. */
    public String path() {
        return path;
    }

    /** Whether this provider tells of such a thing at all. */
    public boolean sends(NoticeKind kind) {
        return switch (kind) {
            case PAID, REFUNDED -> true;
            case PENDING -> this == STANDARD || this == ALIPAY;
            case FAILED -> this == STANDARD || this == STRIPE;
            case CLOSED -> this != WECHATPAY;
            case REFUND_ABNORMAL, REFUND_CLOSED -> this == WECHATPAY;
        };
    }

    /**
     * The one with this {@link #path}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Channel named(String path) {
        return Arrays.stream(values())
                .filter(channel -> channel.path.equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(SimulatorTexts.noChannel(path)));
    }
}
