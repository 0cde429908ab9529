package io.onlyonce.json;

import io.onlyonce.ResultCodec;
import io.onlyonce.error.MisuseException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps an answer as the JSON of its declared type, without class names.
 *
 * <p>A type whose values would not come back as they were is refused when the codec is made, as far as the type shows it: see {@link #of(Type)}. What no
 * type shows is up to the program: a subclass comes back as the declared class, a {@code Collection} as a {@code List}, a null {@code Optional} inside a
 * value as an empty one, and a collection as one of the JDK's ordinary, changeable ones.
 *
 * <p>{@code null} is an answer like any other. Where JSON's {@code null} already means something else, such as {@code Optional.empty()}, it is kept as no
 * bytes at all. Immutable and thread-safe.
 */
public final class JsonResultCodec<T extends @Nullable Object> implements ResultCodec<T> {
    private final JavaType type;
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final boolean nullMeansNull;

    private JsonResultCodec(Type declared, JsonMapper mapper) {
        RoundTripCheck.check(declared, mapper);
        this.type = mapper.constructType(declared);
        this.writer = mapper.writerFor(type);
        this.reader = mapper.readerFor(type).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        this.nullMeansNull = reader.readValue("null") == null;
    }

    /**
     * Keeps answers of this class, with {@link ExactJson}'s mapper.
     *
     * @throws MisuseException if its values would not come back as they were
     */
    public static <T> JsonResultCodec<T> of(Class<T> type) {
        return new JsonResultCodec<>(type, ExactJson.mapper());
    }

    /**
     * Keeps answers of this type, generic or not, with {@link ExactJson}'s mapper. A method's declared type is {@code
     * method.getGenericReturnType()}; in source, {@code new TypeReference<Page<Order>>() {}.getType()} names one.
     *
     * <p>Refused are, at any depth: {@code Object}, raw types, wildcards and type variables; interfaces and abstract classes (other than the JDK's
     * collections) whose subtypes Jackson's annotations do not declare by name; class names as type ids; streams, promises, iterators and everything that
     * can be closed; maps whose keys do not fit a text; fields that are written and not read, or the other way round; what Jackson cannot read at all.
     *
     * @throws MisuseException if its values would not come back as they were
     */
    public static <T extends @Nullable Object> JsonResultCodec<T> of(Type type) {
        return new JsonResultCodec<>(type, ExactJson.mapper());
    }

    /**
     * Keeps answers of this type with a mapper of your own. How exactly values come back is then up to its settings; the type is checked all the same.
     *
     * @throws MisuseException if its values would not come back as they were, or the mapper writes class names (default typing)
     */
    public static <T extends @Nullable Object> JsonResultCodec<T> of(Type type, JsonMapper mapper) {
        return new JsonResultCodec<>(type, mapper);
    }

    /** @throws JacksonException if the answer cannot be written, for example because it contains itself */
    @Override
    public byte[] encode(T answer) {
        return answer == null && !nullMeansNull ? new byte[0] : writer.writeValueAsBytes(answer);
    }

    /** @throws JacksonException if the bytes are not what this type writes, or wrote in an earlier release */
    @Override
    @SuppressWarnings("NullAway") // null comes back only where null was kept, and then T allows it
    public T decode(byte[] stored) {
        return stored.length == 0 && !nullMeansNull ? null : reader.readValue(stored);
    }

    @Override
    public String toString() {
        return "JsonResultCodec of " + type.toCanonical();
    }
}
