package io.onlyonce.simulator;

import java.security.SecureRandom;
import java.time.Instant;

/** Numbers in each provider's form, with enough chance in them that no two runs ever give the same. */
final class ProviderIds {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String DIGITS = "0123456789";
    private static final SecureRandom RANDOM = new SecureRandom();

    private ProviderIds() {}

    static String transaction(Channel channel, Instant at) {
        return switch (channel) {
            case STANDARD -> "txn_" + letters(24);
            case STRIPE -> "pi_" + letters(24);
            case WECHATPAY -> "4200" + digits(24);
            case ALIPAY -> ProviderTime.day(at) + digits(20);
        };
    }

    static String refund(Channel channel, String refundNo) {
        return switch (channel) {
            case STANDARD -> "rfd_" + letters(24);
            case STRIPE -> "re_" + letters(24);
            case WECHATPAY -> "503" + digits(26);
            case ALIPAY -> refundNo;
        };
    }

    static String notice(Channel channel, Instant at) {
        return switch (channel) {
            case STANDARD -> "msg_" + letters(27);
            case STRIPE -> "evt_" + letters(24);
            case WECHATPAY -> "EV-" + ProviderTime.day(at) + letters(24);
            case ALIPAY -> ProviderTime.day(at) + digits(26);
        };
    }

    static String letters(int length) {
        return of(LETTERS, length);
    }

    private static String digits(int length) {
        return of(DIGITS, length);
    }

    private static String of(String alphabet, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(RANDOM.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
