package io.onlyonce.inbox;

import io.onlyonce.error.ErrorTexts;

/**
 * Something that was taken in to be dealt with later. Immutable; the payload is not copied and must not be changed.
 *
 * @param source who deals with it, for example {@code callback}; 1 to 64 printable ASCII characters without blanks
 * @param id what the source knows it by; an entry is kept once per source and id. 1 to 255 printable ASCII characters without blanks
 * @param subject what it is about, for example a payment's number: entries that wait for the same thing share it. 1 to 255 printable ASCII characters without blanks
 * @param payload what is to be dealt with, at most {@value #MAX_PAYLOAD} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a source and a store; never compared
public record InboxEntry(String source, String id, String subject, byte[] payload) {
    /** The greatest number of bytes in a payload. */
    public static final int MAX_PAYLOAD = 1 << 20;

    /** The greatest number of characters in a source. */
    public static final int MAX_SOURCE_LENGTH = 64;

    /** The greatest number of characters in an id and in a subject. */
    public static final int MAX_LENGTH = 255;

    /**
     * @throws IllegalArgumentException if one of them is not usable
     */
    public InboxEntry {
        check("source", source, MAX_SOURCE_LENGTH);
        check("id", id, MAX_LENGTH);
        check("subject", subject, MAX_LENGTH);
        if (payload.length > MAX_PAYLOAD) {
            throw new IllegalArgumentException(ErrorTexts.inboxPayload(payload.length, MAX_PAYLOAD));
        }
    }

    private static void check(String name, String value, int most) {
        if (value.isEmpty() || value.length() > most || value.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new IllegalArgumentException(ErrorTexts.inboxText(name, value, most));
        }
    }
}
