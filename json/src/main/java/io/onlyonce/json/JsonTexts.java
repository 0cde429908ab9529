package io.onlyonce.json;

import io.onlyonce.json.UnreadableJsonException.Reason;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/** The texts of this module's errors: what was wrong, the rule, and what to do. A payload is never shown. */
final class JsonTexts {
    static final String NO_SHA256 = "Every Java platform has SHA-256; this one does not.";

    static final String MAP_KEY =
            "As a map's key it would not come back out of a member's name. Use String, an enum, a number, a UUID or a date as key, or give the class"
                    + " @JsonKey or @JsonValue and a @JsonCreator.";
    static final String NESTED_OPTIONAL =
            "An empty Optional inside of another can't be told from an empty one. Declare one Optional.";
    static final String ABSTRACT =
            "Nothing says which class comes back. Declare the class that is really returned, or its subtypes with"
                    + " @JsonTypeInfo(use = Id.NAME) and a named @JsonSubTypes.Type for each.";
    static final String CLASS_AS_TYPE_ID =
            "Its type id is a class name, and class names are never stored: renaming the class would lose the answers."
                    + " Use @JsonTypeInfo(use = Id.NAME).";
    static final String JDK_CLASS =
            "Jackson has no form for this class of the JDK. Declare a record with what is to be remembered.";
    static final String ONE_VALUE_WITHOUT_CREATOR =
            "It is written as a single value and read as an object. Give it a @JsonCreator(mode = DELEGATING) that takes that value.";

    static final String OBJECT_WITHOUT_CREATOR =
            "It is written as an object and read as a single value. Mark the method that returns that value @JsonValue, or keep it as a String.";
    static final String NO_CREATOR =
            "Nothing can make one from JSON. Make the class a record, or give it a constructor without parameters or a"
                    + " @JsonCreator.";

    static String unexpectedToken(JsonToken token) {
        return "A JSON parser does not report " + token + " where a value begins.";
    }

    static String unreadable(Reason reason, Position at) {
        return "The JSON document can't be read: at line " + at.line() + ", column " + at.column() + " "
                + sentence(reason);
    }

    private static String sentence(Reason reason) {
        return switch (reason) {
            case EMPTY -> "it ends without a value. Send one JSON value, or another media type.";
            case NOT_UTF8 -> "it is not UTF-8. JSON is sent as UTF-8 (RFC 8259).";
            case SYNTAX -> "it is no JSON (RFC 8259). Check what stands there.";
            case INCOMPLETE -> "it ends before its value is complete. Send all of it.";
            case TRAILING -> "something follows after the value. Send one value and nothing else.";
            case DUPLICATE_MEMBER -> "an object names a member for the second time. Name each member once.";
            case LONE_SURROGATE ->
                "a string or name holds half of a surrogate pair. Escape both halves, or write the character itself.";
            case TOO_DEEP ->
                "more than " + JsonFingerprint.MAX_DEPTH
                        + " arrays and objects stand inside one another. Send a flatter document.";
            case NUMBER_TOO_LONG ->
                "a number has more than " + JsonFingerprint.MAX_NUMBER_LENGTH + " characters. Send it as a string.";
            case NAME_TOO_LONG ->
                "a member's name has more than " + JsonFingerprint.MAX_NAME_LENGTH + " bytes. Send it as a value.";
        };
    }

    static String badPointer(String pointer) {
        return "\"" + pointer
                + "\" names no volatile field. It must be a JSON pointer (RFC 6901) to a part of the document: /name/0/other, where ~1"
                + " stands for a slash and ~0 for a tilde in a name, and * for every element of an array.";
    }

    static String unwritableValue(@Nullable Object value) {
        return "No fingerprint can be taken of a "
                + (value == null ? "null" : value.getClass().getName()) + ": it can't be written as JSON. Leave"
                + " this argument out of the fingerprint, or pass a value such as a record.";
    }

    static String defaultTyping(Type declared) {
        return "The answer " + declared.getTypeName()
                + " can't be kept with this JsonMapper: its default typing writes class names, which are never"
                + " stored. Pass a mapper without default typing, and declare subtypes by annotation.";
    }

    static String openType(Type declared, String gap) {
        return "The answer " + declared.getTypeName() + " can't be kept as JSON: " + gap
                + " leaves open what comes back. Declare the whole type, for" + " example List<Order>.";
    }

    static String unkeepable(Type declared, RoundTripCheck.Place place, String problem) {
        String where = place.path().isEmpty() ? "" : " at " + place.path();
        return "The answer " + declared.getTypeName() + " can't be kept as JSON: "
                + place.type().toCanonical() + where + " would not come back as it was. " + problem;
    }

    static String fieldOfCollection(Field field) {
        return "Of a collection only the elements are written, so that its field " + named(field)
                + " would be lost. Declare a record that holds both.";
    }

    static String notWritten(Field field) {
        return "Its field " + named(field)
                + " is not written. Make the class a record, or mark the field @JsonProperty, or @JsonIgnore if it is no"
                + " part of the answer.";
    }

    static String writtenNotRead(Field field) {
        return "Its field " + named(field)
                + " is written, but not read. Make the class a record, or give it a constructor whose parameters are named"
                + " like the fields; mark the field @JsonIgnore if it is no part of the answer.";
    }

    static String readNotWritten(String property) {
        return "Its property " + property
                + " is read, but not written: no field has this name. Name field and property alike, or make the class a"
                + " record.";
    }

    static String undeclaredSubtypes(String classes) {
        return "It permits subclasses that its annotations don't declare: " + classes
                + ". Add a named @JsonSubTypes.Type for each.";
    }

    static String namelessSubtypes(String classes) {
        return "These subtypes have no name of their own, so that the name of the class would be stored: " + classes
                + ". Give each a name in @JsonSubTypes.Type or with @JsonTypeName.";
    }

    static String noReader(@Nullable JacksonException why) {
        return "Jackson can't read it" + because(why) + ". Declare a record, or give the class a @JsonCreator.";
    }

    static String noWriter(JacksonException why) {
        return "Jackson can't write it" + because(why) + ". Declare a record with what is to be remembered.";
    }

    private static String because(@Nullable JacksonException why) {
        return why == null ? "" : " (" + why.getOriginalMessage() + ")";
    }

    private static String named(Field field) {
        return field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }

    private JsonTexts() {}
}
