package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/** Amounts as the providers write them. Nothing is rounded. */
final class Amounts {
    private static final int DECIMALS = 2;

    private Amounts() {}

    /** Whole numbers of the currency's smallest unit: Stripe, WeChat Pay. */
    static long minor(BigDecimal amount, String currency) {
        int decimals = Currency.getInstance(currency).getDefaultFractionDigits();
        return amount.movePointRight(decimals).longValueExact();
    }

    /** The payment's, in its smallest unit. */
    static long minor(Payment payment) {
        return minor(payment.amount(), payment.currency());
    }

    /** Text with two decimals: Standard Webhooks, Alipay. */
    static String decimal(BigDecimal amount) {
        return amount.setScale(DECIMALS, RoundingMode.UNNECESSARY).toPlainString();
    }
}
