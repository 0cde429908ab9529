package io.onlyonce.json;

import io.onlyonce.json.UnreadableJsonException.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * The meaning of a JSON document as a code of at most {@value CodeBuffer#SHORT} bytes: the same for documents that mean the same, another for all
 * others (as far as SHA-256 tells values apart).
 *
 * <p>One pass of the streaming parser, no tree. Each value becomes a code (see {@link CodeBuffer}); a code begins with the kind of its value, and
 * inside its parent it stands behind its length, so that no two structures share a code:
 *
 * <pre>
 * null, true, false    z  t  f
 * number               n  its exact decimal (see {@link ExactDecimal})
 * string               s  its characters as UTF-8
 * array                a  the codes of the elements, in order
 * object               o  per member the code of its name and of its value, sorted by the name's code
 * left out             x  in an array only, where the place still counts; a member that is left out is not there at all
 * </pre>
 *
 * What is held at any time are the codes of the members of the objects that are open. This form is part of the fingerprint's algorithm version: a
 * change to it needs a new {@link io.onlyonce.Fingerprint#CURRENT_VERSION}.
 */
final class JsonMeaning {
    // Depth and number length are checked here, where the place is known; names keep the parser's limit, because its
    // symbol table keeps names.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonFingerprint.MAX_DEPTH + 1)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(JsonFingerprint.MAX_NAME_LENGTH)
                    .build())
            .build();
    private static final byte[] NULL = {'z'};
    private static final byte[] TRUE = {'t'};
    private static final byte[] FALSE = {'f'};
    private static final byte[] LEFT_OUT = {'x'};

    private final byte[] json;
    private final int start;
    private final JsonParser parser;
    private final CodeBuffer whole = new CodeBuffer(); // for a code that is written in one go
    private final @Nullable CodeBuffer[] arrays = new @Nullable CodeBuffer[JsonFingerprint.MAX_DEPTH + 1];

    private static final class Member {
        private final byte[] name;
        private final byte @Nullable [] value; // null = left out
        private final long offset;

        Member(byte[] name, byte @Nullable [] value, long offset) {
            this.name = name;
            this.value = value;
            this.offset = offset;
        }
    }

    private JsonMeaning(byte[] json, int start, JsonParser parser) {
        this.json = json;
        this.start = start;
        this.parser = parser;
    }

    /** @throws UnreadableJsonException if the bytes are not one JSON document of a single meaning */
    static byte[] of(byte[] json, VolatileFields leftOut) {
        int malformed = Utf8.firstMalformed(json);
        if (malformed >= 0) {
            throw new UnreadableJsonException(Reason.NOT_UTF8, Position.at(json, malformed));
        }
        int start = Utf8.byteOrderMark(json);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json, start, json.length - start)) {
            return new JsonMeaning(json, start, parser).document(leftOut);
        }
    }

    private byte[] document(VolatileFields leftOut) {
        byte[] code;
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw unreadable(Reason.EMPTY, json.length);
            }
            code = value(first, leftOut, 0);
        } catch (JacksonException e) {
            throw unreadable(reason(e), offset(e));
        }
        try {
            if (parser.nextToken() != null) {
                throw unreadable(Reason.TRAILING, tokenOffset());
            }
        } catch (JacksonException e) {
            throw unreadable(Reason.TRAILING, offset(e));
        }
        return code;
    }

    private byte[] value(JsonToken token, @Nullable VolatileFields leftOut, int depth) {
        return switch (token) {
            case START_OBJECT -> object(leftOut, deeper(depth));
            case START_ARRAY -> array(leftOut, deeper(depth));
            case VALUE_STRING -> text();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case VALUE_TRUE -> TRUE;
            case VALUE_FALSE -> FALSE;
            case VALUE_NULL -> NULL;
            default -> throw new IllegalStateException(JsonTexts.unexpectedToken(token));
        };
    }

    private byte[] object(@Nullable VolatileFields leftOut, int depth) {
        List<Member> members = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            long offset = tokenOffset();
            VolatileFields within = leftOut == null ? null : VolatileFields.member(leftOut, parser.currentName());
            byte[] name = text();
            byte[] value = value(parser.nextToken(), within, depth);
            members.add(new Member(name, VolatileFields.leftOut(within) ? null : value, offset));
        }
        members.sort((one, other) -> Arrays.compare(one.name, other.name));
        CodeBuffer code = whole.start('o');
        byte[] previous = LEFT_OUT;
        for (Member member : members) {
            if (Arrays.equals(previous, member.name)) {
                throw unreadable(Reason.DUPLICATE_MEMBER, member.offset);
            }
            if (member.value != null) {
                code.putFramed(member.name).putFramed(member.value);
            }
            previous = member.name;
        }
        return code.finish();
    }

    private byte[] array(@Nullable VolatileFields leftOut, int depth) {
        CodeBuffer code = openArray(depth).start('a');
        int index = 0;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            VolatileFields within = VolatileFields.element(leftOut, index++);
            byte[] value = value(token, within, depth);
            code.putFramed(VolatileFields.leftOut(within) ? LEFT_OUT : value);
        }
        return code.finish();
    }

    private byte[] text() {
        char[] chars = parser.getStringCharacters();
        int from = parser.getStringOffset();
        if (!whole.start('s').putText(chars, from, from + parser.getStringLength())) {
            throw unreadable(Reason.LONE_SURROGATE, tokenOffset());
        }
        return whole.finish();
    }

    private byte[] number() {
        int length = parser.getStringLength();
        if (length > JsonFingerprint.MAX_NUMBER_LENGTH) {
            throw unreadable(Reason.NUMBER_TOO_LONG, tokenOffset());
        }
        char[] chars = parser.getStringCharacters();
        int from = parser.getStringOffset();
        ExactDecimal.put(whole.start('n'), chars, from, from + length);
        return whole.finish();
    }

    private int deeper(int depth) {
        if (depth == JsonFingerprint.MAX_DEPTH) {
            throw unreadable(Reason.TOO_DEEP, tokenOffset());
        }
        return depth + 1;
    }

    private CodeBuffer openArray(int depth) {
        CodeBuffer buffer = arrays[depth];
        if (buffer == null) {
            buffer = new CodeBuffer();
            arrays[depth] = buffer;
        }
        return buffer;
    }

    private static Reason reason(JacksonException e) {
        if (e instanceof StreamConstraintsException) {
            return Reason.NAME_TOO_LONG;
        }
        return e instanceof UnexpectedEndOfInputException ? Reason.INCOMPLETE : Reason.SYNTAX;
    }

    private long tokenOffset() {
        return start + parser.currentTokenLocation().getByteOffset();
    }

    private long offset(JacksonException e) {
        long offset = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
        return start + (offset < 0 ? parser.currentLocation().getByteOffset() : offset);
    }

    // Without the parser's exception as cause: its message quotes the document.
    private UnreadableJsonException unreadable(Reason reason, long offset) {
        return new UnreadableJsonException(reason, Position.at(json, offset));
    }
}
