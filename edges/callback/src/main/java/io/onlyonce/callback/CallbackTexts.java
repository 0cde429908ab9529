package io.onlyonce.callback;

import java.math.BigDecimal;

/** The texts of this module's errors: each names the value, the rule and the remedy. */
final class CallbackTexts {
    private static final int SHOWN = 64;

    private CallbackTexts() {}

    static String identity(String name, String id, int most) {
        return "The " + name + " " + shown(id) + " is not usable; it has 1 to " + most
                + " printable ASCII characters without blanks. Take it as the provider sends it, and leave out what is empty.";
    }

    static String decimal(String text) {
        return "The amount " + shown(text)
                + " is no plain decimal such as 25.00, with at most 15 digits before the point and three behind it.";
    }

    static String decimals(BigDecimal value, String currency, int decimals) {
        return "The amount " + shown(value.toString()) + " has more decimals than " + currency + ", which has "
                + decimals + ". Nothing is rounded here.";
    }

    static String currency(String currency) {
        return "The currency " + shown(currency) + " is unknown; give an upper-case ISO 4217 code such as CNY.";
    }

    static String twoCurrencies(String one, String other) {
        return "An amount in " + one + " can't be compared with one in " + other + ". Check the currency first.";
    }

    static String twoVerifiers(String channel) {
        return "There are two verifiers for the channel " + channel
                + ". Give each provider one; it may know several keys.";
    }

    private static String shown(String text) {
        String visible = text.replaceAll("[^\\x20-\\x7E]", "?");
        return "\"" + (visible.length() > SHOWN ? visible.substring(0, SHOWN) + "…" : visible) + "\"";
    }
}
