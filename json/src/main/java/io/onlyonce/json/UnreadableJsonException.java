package io.onlyonce.json;

import io.onlyonce.error.OnlyOnceException;

/**
 * A payload that calls itself JSON and has no single meaning, so that no fingerprint can be taken. Says where and why, and never shows the payload.
 */
public final class UnreadableJsonException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with the document. */
    public enum Reason {
        /** There is no value, only blanks or nothing at all. */
        EMPTY,
        /** The bytes are not UTF-8. */
        NOT_UTF8,
        /** A character stands where JSON has no place for it. */
        SYNTAX,
        /** The document ends before its value does. */
        INCOMPLETE,
        /** Something follows after the value. */
        TRAILING,
        /** One object names the same member twice. */
        DUPLICATE_MEMBER,
        /** An escape names half of a surrogate pair, which is no character. */
        LONE_SURROGATE,
        /** More than {@value JsonFingerprint#MAX_DEPTH} arrays and objects stand inside one another. */
        TOO_DEEP,
        /** A number has more than {@value JsonFingerprint#MAX_NUMBER_LENGTH} characters. */
        NUMBER_TOO_LONG,
        /** A member's name goes over the parser's limit of {@value JsonFingerprint#MAX_NAME_LENGTH} bytes. */
        NAME_TOO_LONG
    }

    private final Reason reason;
    private final int line;
    private final int column;

    UnreadableJsonException(Reason reason, Position position) {
        super("json-unreadable", JsonTexts.unreadable(reason, position));
        this.reason = reason;
        this.line = position.line();
        this.column = position.column();
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }

    /** The line where it was noticed, from 1. */
    public int line() {
        return line;
    }

    /** The character of that line, from 1. */
    public int column() {
        return column;
    }
}
