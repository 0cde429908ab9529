package io.onlyonce.shop;

import java.math.BigDecimal;

/** The shop's refusals and their texts, in one place: each says what was wrong, with the value, and what to do. */
public final class Problems {
    /** The greatest quantity in one order. */
    public static final int MAX_QUANTITY = 10_000;

    /** The greatest number of bytes in a request's body. */
    public static final int MAX_BODY_BYTES = 64 * 1024;

    private Problems() {}

    /** 400: no JSON. */
    public static Problem malformedJson(String reason) {
        return new Problem(
                400,
                "malformed-json",
                "Malformed JSON",
                "The body can't be read as JSON: " + reason + ". Nothing was done; correct it and send it again.");
    }

    /** 413. */
    public static Problem payloadTooLarge() {
        return new Problem(
                413,
                "payload-too-large",
                "Payload too large",
                "A request's body may have " + MAX_BODY_BYTES + " bytes. Nothing was done; send less.");
    }

    /** 404: nothing of this kind has this id. */
    public static Problem noSuch(String kind, String id) {
        return new Problem(
                404,
                "no-such-" + kind,
                "No such " + kind,
                "There is no " + kind + " \"" + shown(id) + "\". Check the id.");
    }

    /** 400: a value that breaks a rule of form. */
    public static Problem invalidValue(String field, String rule) {
        return new Problem(
                400,
                "invalid-value",
                "Invalid value",
                field + " " + rule + ". Nothing was done; correct it and send it again.");
    }

    /** 400: a form field that is not known. */
    public static Problem unknownField(String field) {
        return new Problem(
                400,
                "unknown-field",
                "Unknown field",
                "The field \"" + shown(field) + "\" is not known here. Nothing was done; leave it out.");
    }

    /** 422. */
    public static Problem quantityInvalid(BigDecimal quantity) {
        return new Problem(
                422,
                "quantity-invalid",
                "Quantity invalid",
                "The quantity is " + shown(quantity.toString()) + "; it must be a whole number from 1 to "
                        + MAX_QUANTITY + ". Nothing was ordered.");
    }

    /** 422: coupons come later. */
    public static Problem couponNotSupported() {
        return new Problem(
                422,
                "coupon-not-supported",
                "Coupons are not supported",
                "This shop does not take coupons with an order yet. Nothing was ordered; leave couponCode out.");
    }

    /** 409. */
    public static Problem outOfStock(String sku, int quantity) {
        return new Problem(
                409,
                "out-of-stock",
                "Out of stock",
                "There are fewer than " + quantity + " pieces of " + shown(sku)
                        + " left. Nothing was ordered; order fewer, or later.");
    }

    /** 403: the same text for every reason, so that nobody learns which one it was. */
    public static Problem tokenInvalid() {
        return new Problem(
                403,
                "token-invalid",
                "Token invalid",
                "The form token is missing, unknown, expired, or was issued to another user or for another purpose. Nothing was done; load the form again.");
    }

    /** 422. */
    public static Problem amountMismatch(Money offered, Money owed) {
        return new Problem(
                422,
                "amount-mismatch",
                "Amount mismatch",
                "The payment is " + offered + " CNY, the order costs " + owed
                        + " CNY. Nothing was paid; pay exactly what it costs.");
    }

    /** 402. */
    public static Problem insufficientFunds(String accountId, Money owed) {
        return new Problem(
                402,
                "insufficient-funds",
                "Insufficient funds",
                "The account " + accountId + " holds less than " + owed
                        + " CNY. Nothing was paid; use another account.");
    }

    /** 409. */
    public static Problem notPayable(String orderId, String status) {
        return new Problem(
                409,
                "order-not-payable",
                "Order not payable",
                "The order " + orderId + " is " + status + " and can't be paid from a balance. Nothing was paid.");
    }

    /** 409: one of the three values of a registration belongs to somebody else. */
    public static Problem taken(String field) {
        return new Problem(
                409,
                field + "-taken",
                "Already taken",
                "Another customer has this " + field + ". Nobody was registered; choose another one.");
    }

    private static String shown(String text) {
        return text.length() > 64 ? text.substring(0, 64) + "…" : text;
    }
}
