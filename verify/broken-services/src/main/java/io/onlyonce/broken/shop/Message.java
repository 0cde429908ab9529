package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Request;

/** A message that somebody earned points; the broker sends it until it is acknowledged. */
public record Message(String messageId, String ref, String userId, long points) {
    public static Message of(Request request) {
        String messageId = request.text("messageId");
        return new Message(
                messageId,
                request.text("ref", messageId),
                request.text("userId", request.user()),
                request.count("points"));
    }
}
