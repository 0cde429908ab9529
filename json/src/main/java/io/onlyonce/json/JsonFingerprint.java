package io.onlyonce.json;

import io.onlyonce.Fingerprint;
import io.onlyonce.error.MisuseException;
import java.util.Set;

/**
 * Adds JSON documents to a {@link Fingerprint} by what they mean, so that a client may write its retry another way than its first request.
 *
 * <ul>
 *   <li>The order of members, blanks, and the way a character is escaped don't count. Strings are compared character by character; no Unicode
 *       normalisation.
 *   <li>The order of an array's elements counts, and so does whether a member is {@code null} or absent.
 *   <li>Numbers are compared as exact decimals, by value: {@code 10}, {@code 10.0} and {@code 1.0e1} are the same, and so are {@code 1.10} and
 *       {@code 1.1}, {@code 0} and {@code -0}. No digit is ever lost: {@code 9007199254740993} is not {@code 9007199254740992}. A number is never a
 *       string: {@code 10} is not {@code "10"}.
 *   <li>A document without a single meaning is refused: a member named twice, bytes that are not UTF-8, half a surrogate pair, anything before or
 *       after the value. A byte order mark is skipped.
 *   <li>Limits: {@value #MAX_DEPTH} arrays and objects inside one another, {@value #MAX_NUMBER_LENGTH} characters in a number,
 *       {@value #MAX_NAME_LENGTH} bytes in a member's name. The document's own length is the caller's to bound; the cost is one parse and one hash.
 * </ul>
 *
 * <p>Fields named volatile are left out by JSON pointer (RFC 6901), for example {@code /sentAt} or {@code /items/0/nonce}. In addition, {@code *} stands
 * for every element of an array: {@code /items/*}{@code /nonce}. A volatile member may be there or not; a volatile element keeps its place. A pointer
 * that meets nothing is no error. What is left out must be readable like the rest. Immutable and thread-safe.
 */
public final class JsonFingerprint {
    /** How many arrays and objects may stand inside one another. */
    public static final int MAX_DEPTH = 100;
    /** How many characters a number may have, with sign, point and exponent. */
    public static final int MAX_NUMBER_LENGTH = 1000;
    /** How many bytes a member's name may have. */
    public static final int MAX_NAME_LENGTH = 50_000;

    private static final String KIND = "json";
    private final VolatileFields volatileFields;

    /**
     * @param volatilePointers the fields to leave out; empty = none
     * @throws MisuseException if one is no JSON pointer, or points to the whole document
     */
    public JsonFingerprint(Set<String> volatilePointers) {
        this.volatileFields = VolatileFields.of(volatilePointers);
    }

    /**
     * Adds a document.
     *
     * @throws UnreadableJsonException if the bytes are not one JSON document with a single meaning; the hasher is untouched
     */
    public void add(Fingerprint.Hasher hasher, byte[] json) {
        byte[] meaning = JsonMeaning.of(json, volatileFields);
        hasher.add(KIND).add(meaning);
    }
}
