package io.onlyonce.messaging;

import io.onlyonce.IdempotencyKey;
import java.time.Duration;

/** The texts of this module's errors: each names the value, the rule and the remedy. */
public final class MessagingTexts {
    private static final int SHOWN = 64;

    private MessagingTexts() {}

    /**
     * @throws IllegalArgumentException if the name is not usable
     */
    public static void checkName(String whose, String name, int most) {
        if (name.isEmpty() || name.length() > most || name.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new IllegalArgumentException("The " + whose + " name " + shown(name) + " is not usable; it has 1 to "
                    + most + " printable ASCII characters without blanks. Call it after what it is for: points.");
        }
    }

    static String maxTries(int tries, int most) {
        return "A message is to be given up after " + tries + " failed tries; it must be 1 to " + most + ".";
    }

    static String backOff(Duration first, Duration greatest) {
        return "A further try is made after " + first + ", doubled up to " + greatest
                + "; the first must be 1 ms or more and no longer than the greatest, which must be 30 days or less.";
    }

    static String joined(String consumer) {
        return "The consumer " + consumer
                + " was called inside a transaction. Nothing was done. It opens the message's transaction itself, and the message is acknowledged after that; take"
                + " the transaction manager away from the listener or its container.";
    }

    static String byPosition(Delivered message) {
        return "A message of " + shown(message.source())
                + " has no id; it is known by its position. A copy that was published a second time would not be recognised. Let the publisher send an id.";
    }

    static String noIdentity() {
        return "The message has no id, so a copy of it could not be told from a new one. Let the publisher send one, or name a business key.";
    }

    static String unreadableContent(Throwable failure) {
        return "The message's content cannot be read (" + failure
                + "), so it could not be told whether it is a copy of the first with its id. Correct the publisher, or the fingerprint.";
    }

    static String unreadableIdentity(Throwable failure) {
        return "The message's id cannot be read (" + failure
                + "), so a copy of it could not be told from a new one. Correct the publisher, or the expression.";
    }

    static String idReused(IdempotencyKey key) {
        return "A message with the id " + key
                + " and another body was taken before; this one is not its copy. Give each message an id of its own.";
    }

    static String outcomeUnknown(IdempotencyKey key) {
        return "The record of the message " + key
                + " was left without an end, so nobody knows whether it was done. Look at the business data, settle the record, and re-drive the message.";
    }

    static String inProgress() {
        return "another delivery of it is at work";
    }

    static String failedTry(int tries, int most, String cause) {
        return "try " + tries + " of " + most + " failed: " + cause;
    }

    private static String shown(String value) {
        String visible = value.replaceAll("[^\\x20-\\x7E]", "?");
        return "\"" + (visible.length() > SHOWN ? visible.substring(0, SHOWN) + "…" : visible) + "\"";
    }
}
