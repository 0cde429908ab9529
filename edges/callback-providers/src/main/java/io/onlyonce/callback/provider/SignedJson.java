package io.onlyonce.callback.provider;

import io.onlyonce.callback.Verification.Reason;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object as it was signed: numbers are kept as their digits, and a member that stands there twice is refused, because two readers could see two messages in one.
 * Immutable and thread-safe.
 */
public final class SignedJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, Object> members;

    private SignedJson(Map<String, Object> members) {
        this.members = members;
    }

    /** A number's digits, as distinct from a text of digits. */
    private record Digits(String text) {}

    /** What stands where no one looks for an object, a text or a number: {@code true}, {@code false}, a list. */
    private enum Other {
        TRUE,
        FALSE,
        LIST
    }

    /** Reads a body whose signature fits. */
    public static SignedJson read(byte[] body) throws CallbackRefusedException {
        try {
            return read(SignedText.decode(body, StandardCharsets.UTF_8));
        } catch (CallbackRefusedException e) {
            throw unreadable();
        }
    }

    /** Reads a text whose signature fits. */
    public static SignedJson read(String text) throws CallbackRefusedException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                SignedJson object = object(parser);
                if (parser.nextToken() == null) {
                    return object;
                }
            }
            throw unreadable();
        } catch (JacksonException e) {
            throw unreadable();
        }
    }

    private static CallbackRefusedException unreadable() {
        return new CallbackRefusedException(Reason.CONTENT, ProviderTexts.JSON);
    }

    private static SignedJson object(JsonParser parser) {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            Object value = value(parser, parser.nextToken());
            if (value != null) {
                members.put(name, value);
            }
        }
        return new SignedJson(members);
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                // its members are read, so that a doubled one is found there as well
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    value(parser, next);
                }
                yield Other.LIST;
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(parser.getString());
            case VALUE_TRUE -> Other.TRUE;
            case VALUE_FALSE -> Other.FALSE;
            default -> null;
        };
    }

    /** Whether there is a member of this name that is not {@code null}. */
    public boolean has(String name) {
        return members.containsKey(name);
    }

    /** A member that is a text; null if it is missing, empty or anything else. */
    public @Nullable String text(String name) {
        return members.get(name) instanceof String text && !text.isEmpty() ? text : null;
    }

    /** A member that must be there and be a text. */
    public String requiredText(String name) throws CallbackRefusedException {
        String text = text(name);
        if (text == null) {
            throw new CallbackRefusedException(Reason.CONTENT, ProviderTexts.member(name));
        }
        return text;
    }

    /** A member that is an object; null if it is missing or anything else. */
    public @Nullable SignedJson object(String name) {
        return members.get(name) instanceof SignedJson object ? object : null;
    }

    /** A member that must be there and be an object. */
    public SignedJson requiredObject(String name) throws CallbackRefusedException {
        SignedJson object = object(name);
        if (object == null) {
            throw new CallbackRefusedException(Reason.CONTENT, ProviderTexts.member(name));
        }
        return object;
    }

    /** A member that is {@code true} or {@code false}; null if it is missing or anything else. */
    public @Nullable Boolean flag(String name) {
        Object value = members.get(name);
        if (value == Other.TRUE) {
            return Boolean.TRUE;
        }
        return value == Other.FALSE ? Boolean.FALSE : null;
    }

    /** The digits of a member that is to be a number; null if it is missing, and something that is no number if it is anything else. */
    public @Nullable String number(String name) {
        Object value = members.get(name);
        if (value instanceof Digits digits) {
            return digits.text();
        }
        return value == null ? null : "no number";
    }

    /** The same, where the provider may also put a number into a text. */
    public @Nullable String numberOrText(String name) {
        return members.get(name) instanceof String text ? text : number(name);
    }
}
