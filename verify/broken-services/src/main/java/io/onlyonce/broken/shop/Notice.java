package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.BadRequestException;
import io.onlyonce.broken.frame.Request;
import java.math.BigDecimal;

/** A payment provider's notice of something that has happened; it is sent until it is acknowledged. */
public record Notice(String noticeId, String ref, String transactionId, Kind kind, String orderId, BigDecimal amount) {

    /** What has happened. */
    public enum Kind {
        /** The money came in. */
        PAID,
        /** A part of it went back. */
        PARTIAL_REFUND,
        /** The payment was closed, no money moved. */
        CLOSED
    }

    public static Notice of(Request request) {
        String noticeId = request.text("noticeId");
        return new Notice(
                noticeId,
                request.text("ref", noticeId),
                request.text("transactionId"),
                kind(request.text("kind")),
                request.text("orderId"),
                request.money("amount"));
    }

    private static Kind kind(String text) {
        return switch (text) {
            case "paid" -> Kind.PAID;
            case "partial-refund" -> Kind.PARTIAL_REFUND;
            case "closed" -> Kind.CLOSED;
            default ->
                throw new BadRequestException("The kind is \"" + text + "\"; it is paid, partial-refund or closed.");
        };
    }
}
