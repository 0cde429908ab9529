package io.onlyonce.shop;

import io.onlyonce.shop.product.Product;
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

    /** 409. */
    public static Problem outOfStock(String sku, int quantity) {
        return new Problem(
                409,
                "out-of-stock",
                "Out of stock",
                "There are fewer than " + quantity + " pieces of " + shown(sku)
                        + " left. Nothing was ordered; order fewer, or later.");
    }

    /** 409. */
    public static Problem couponExhausted(String code) {
        return new Problem(
                409,
                "coupon-exhausted",
                "Coupon exhausted",
                "There is no coupon " + shown(code) + " left. Nothing was done; leave it out.");
    }

    /** 409. */
    public static Problem couponUsed(String code) {
        return new Problem(
                409,
                "coupon-used",
                "Coupon used",
                "The coupon " + shown(code) + " was used for another order. Nothing was ordered; leave it out.");
    }

    /** 412: with the product as it is now. */
    public static Problem versionConflict(Product current) {
        return new Problem(
                        412,
                        "version-conflict",
                        "Version conflict",
                        "The product " + shown(current.sku()) + " has version " + current.version()
                                + " now; it was changed since it was read. Nothing was changed. Look at it again, and repeat the change with"
                                + " the new version if it still makes sense.")
                .with("current", current);
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
                "The order " + orderId + " is " + status + " and can't be paid in this way. Nothing was paid.");
    }

    /** 409. */
    public static Problem notCancellable(String orderId, String status) {
        return new Problem(
                409,
                "order-not-cancellable",
                "Order not cancellable",
                "The order " + orderId + " is " + status + " and can't be cancelled. Nothing was done.");
    }

    /** 409. */
    public static Problem refundExceedsPayment(String orderId, Money amount) {
        return new Problem(
                409,
                "refund-exceeds-payment",
                "Refund exceeds payment",
                "Less than " + amount + " CNY of the payment of order " + orderId
                        + " is left to give back. Nothing was refunded; refund less.");
    }

    /** 422. */
    public static Problem amountInvalid(Money amount) {
        return new Problem(
                422,
                "amount-invalid",
                "Amount invalid",
                "The amount is " + amount + " CNY; it must be more than zero. Nothing was done.");
    }

    /** 422. */
    public static Problem sameAccount(String accountId) {
        return new Problem(
                422,
                "same-account",
                "Same account",
                "Both accounts are \"" + shown(accountId)
                        + "\"; a transfer goes from one to another. Nothing was done.");
    }

    /** 410: people have ended it. */
    public static Problem transferGivenUp(String transferId) {
        return new Problem(
                410,
                "transfer-given-up",
                "Transfer given up",
                "The transfer " + transferId + " could not be ended and was given up. What it had done was undone.");
    }

    /** 501: what the profile {@code sharded} does not do. */
    public static Problem notSharded() {
        return new Problem(
                501,
                "not-sharded",
                "Not sharded",
                "With its orders in several databases this shop takes payments from a balance only, no channel's. Nothing was done; pay from a balance.");
    }

    /** 503: the database is down or too busy. */
    public static Problem storeUnavailable() {
        return new Problem(
                503,
                "store-unavailable",
                "Store unavailable",
                "The database is down or too busy. Send the same request again, with the same key: it takes effect once.");
    }

    /** 503: others hold the order's row for longer than it can be waited for. */
    public static Problem orderBusy(String orderId) {
        return new Problem(
                503,
                "order-busy",
                "Order busy",
                "Others are working at the order " + orderId
                        + ". Nothing was done. Send the same request again, with the same key.");
    }

    /** 503: the payment gateway can't be reached. */
    public static Problem gatewayUnavailable() {
        return new Problem(
                503,
                "payment-gateway-unavailable",
                "Payment gateway unavailable",
                "The payment gateway can't be reached. No payment was opened. Send the same request again, with the same key.");
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
