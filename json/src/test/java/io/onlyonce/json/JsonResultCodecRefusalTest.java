package io.onlyonce.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.onlyonce.error.MisuseException;
import io.onlyonce.json.Answers.Line;
import io.onlyonce.json.Answers.Page;
import java.io.File;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.node.ObjectNode;

@SuppressWarnings({"rawtypes", "unused", "ClassCanBeStatic"})
class JsonResultCodecRefusalTest {
    interface Unknown {}

    abstract static class Incomplete {
        int number;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    @JsonSubTypes(@JsonSubTypes.Type(value = ByClassName.One.class, name = "one"))
    interface ByClassName {
        record One() implements ByClassName {}
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Nameless permits Nameless.One {
        record One(int x) implements Nameless {}
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = HalfDeclared.One.class, name = "one"))
    sealed interface HalfDeclared permits HalfDeclared.One, HalfDeclared.Two {
        record One(int x) implements HalfDeclared {}

        record Two(int x) implements HalfDeclared {}
    }

    record Raw(List items) {}

    record Holder<T>(T value) {}

    record Deep(List<Map<String, Optional<Unknown>>> all) {}

    record Key(String name) {}

    record Written(@JsonValue String name, int other) {}

    static class FromText {
        private final int number;

        private FromText(int first, int second) {
            this.number = first + second;
        }

        public static FromText valueOf(String text) {
            return new FromText(Integer.parseInt(text), 0);
        }
    }

    static class NoConstructor {
        private final int number;

        private NoConstructor(int first) {
            this.number = first;
        }
    }

    static class FinalWithoutParameter {
        private final List<String> items = new ArrayList<>();
        private String name;
    }

    static class OtherName {
        private final BigDecimal amt;

        public OtherName(BigDecimal amount, BigDecimal other) {
            this.amt = amount;
        }
    }

    static class ReadOnly {
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        private long id;
    }

    static class WriteOnly {
        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        private String secret;
    }

    static class Extended extends ArrayList<Long> {
        private static final long serialVersionUID = 1L;
        private int total;
    }

    class Inner {
        private int number;
    }

    @ParameterizedTest(name = "B-39 {0}")
    @MethodSource
    @DisplayName("B-39 What can't come back is refused when the codec is made, with type, rule and remedy")
    void refused(Type type, String rule) {
        assertThatThrownBy(() -> JsonResultCodec.of(type))
                .isInstanceOf(MisuseException.class)
                .hasMessageStartingWith("The answer " + type.getTypeName() + " can't be kept as JSON: ")
                .hasMessageContaining(rule);
    }

    static Stream<Arguments> refused() {
        String vague = "does not say what comes back";
        String once = "can be read only once";
        String later = "not the one that promises it";
        String nothing = "Nothing says which class comes back";
        return Stream.of(
                Arguments.of(Object.class, vague),
                Arguments.of(Number.class, vague),
                Arguments.of(Serializable.class, vague),
                Arguments.of(CharSequence.class, vague),
                Arguments.of(type(new TypeReference<Comparable<String>>() {}), vague),
                Arguments.of(type(new TypeReference<Iterable<Long>>() {}), vague),
                Arguments.of(type(new TypeReference<Map<String, Object>>() {}), vague),
                Arguments.of(Object[].class, vague),
                Arguments.of(Raw.class, ".items[]"),
                Arguments.of(List.class, "the raw type java.util.List leaves open"),
                Arguments.of(Optional.class, "the raw type java.util.Optional leaves open"),
                Arguments.of(type(new TypeReference<List<Page>>() {}), "the raw type io.onlyonce.json.Answers$Page"),
                Arguments.of(type(new TypeReference<List<?>>() {}), "the wildcard ?"),
                Arguments.of(type(new TypeReference<List<? extends Line>>() {}), "the wildcard ? extends"),
                Arguments.of(Page.class.getTypeParameters()[0], "the type variable T"),
                Arguments.of(Unknown.class, nothing),
                Arguments.of(Incomplete.class, nothing),
                Arguments.of(Deep.class, ".all[]{}"),
                Arguments.of(type(new TypeReference<Holder<Unknown>>() {}), "Unknown at .value would not come back"),
                Arguments.of(ByClassName.class, "class names are never stored"),
                Arguments.of(Nameless.class, "no name of their own"),
                Arguments.of(HalfDeclared.class, "permits subclasses that its annotations don't declare"),
                Arguments.of(InputStream.class, once),
                Arguments.of(type(new TypeReference<Stream<Long>>() {}), once),
                Arguments.of(IntStream.class, once),
                Arguments.of(type(new TypeReference<Iterator<Long>>() {}), once),
                Arguments.of(type(new TypeReference<Holder<InputStream>>() {}), once),
                Arguments.of(ByteBuffer.class, once),
                Arguments.of(type(new TypeReference<Future<Long>>() {}), later),
                Arguments.of(type(new TypeReference<CompletableFuture<Long>>() {}), later),
                Arguments.of(type(new TypeReference<Flow.Publisher<Long>>() {}), later),
                Arguments.of(type(new TypeReference<Callable<Long>>() {}), later),
                Arguments.of(type(new TypeReference<Supplier<Long>>() {}), later),
                Arguments.of(Runnable.class, later),
                Arguments.of(type(new TypeReference<Map.Entry<String, Long>>() {}), "record with two components"),
                Arguments.of(Calendar.class, "loses nanoseconds or its zone"),
                Arguments.of(java.sql.Timestamp.class, "loses nanoseconds or its zone"),
                Arguments.of(File.class, "machine that reads it"),
                Arguments.of(Path.class, "machine that reads it"),
                Arguments.of(InetAddress.class, "machine that reads it"),
                Arguments.of(type(new TypeReference<Class<String>>() {}), "part of the running program"),
                Arguments.of(IllegalStateException.class, "part of the running program"),
                Arguments.of(JsonNode.class, "other node classes"),
                Arguments.of(ObjectNode.class, "other node classes"),
                Arguments.of(Random.class, "no form for this class of the JDK"),
                Arguments.of(BitSet.class, "no form for this class of the JDK"),
                Arguments.of(type(new TypeReference<Map<Key, Long>>() {}), "As a map's key"),
                Arguments.of(type(new TypeReference<Map<Object, Long>>() {}), "As a map's key"),
                Arguments.of(type(new TypeReference<Map<List<Long>, Long>>() {}), "As a map's key"),
                Arguments.of(type(new TypeReference<Optional<Optional<Long>>>() {}), "Declare one Optional"),
                Arguments.of(Written.class, "written as a single value and read as an object"),
                Arguments.of(FromText.class, "written as an object and read as a single value"),
                Arguments.of(NoConstructor.class, "Nothing can make one from JSON"),
                Arguments.of(FinalWithoutParameter.class, "FinalWithoutParameter.items is written, but not read"),
                Arguments.of(OtherName.class, "OtherName.amt is written, but not read"),
                Arguments.of(ReadOnly.class, "ReadOnly.id is written, but not read"),
                Arguments.of(WriteOnly.class, "WriteOnly.secret is not written"),
                Arguments.of(Extended.class, "Extended.total would be lost"),
                Arguments.of(Inner.class, "Nothing can make one from JSON"));
    }

    record Amount(@JsonValue BigDecimal value) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Amount {}
    }

    record Code(@JsonValue String value) {}

    static class Annotated {
        @JsonProperty("the_name")
        private String name;

        @JsonIgnore
        private String hidden;

        @JsonUnwrapped
        private Line line;

        private transient Object cache;
    }

    @JsonIgnoreProperties("hidden")
    static class IgnoringByName {
        private String name;
        private String hidden;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(Deduced.One.class), @JsonSubTypes.Type(Deduced.Two.class)})
    sealed interface Deduced permits Deduced.One, Deduced.Two {
        record One(int x) implements Deduced {}

        record Two(int y) implements Deduced {}
    }

    record OwnTypeId(
            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) @JsonSubTypes(@JsonSubTypes.Type(value = One.class, name = "one"))
            List<Unknown> all) {
        record One(int x) implements Unknown {}
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("B-39 What annotations declare is accepted")
    void accepted(Type type) {
        assertThatCode(() -> JsonResultCodec.of(type)).doesNotThrowAnyException();
    }

    static Stream<Type> accepted() {
        return Stream.of(
                Amount.class,
                Annotated.class,
                IgnoringByName.class,
                Deduced.class,
                OwnTypeId.class,
                type(new TypeReference<Map<Code, Collection<Amount>>>() {}));
    }

    @Test
    @DisplayName("B-39 A subtype that is told by a name on the property comes back")
    void ownTypeId() {
        JsonResultCodec<OwnTypeId> codec = JsonResultCodec.of(OwnTypeId.class);
        OwnTypeId answer = new OwnTypeId(List.of(new OwnTypeId.One(1)));
        assertThat(codec.decode(codec.encode(answer))).isEqualTo(answer);
    }

    @Test
    @DisplayName("B-39 A mapper that writes class names is refused")
    void defaultTyping() {
        JsonMapper mapper = JsonMapper.builder()
                .activateDefaultTyping(
                        BasicPolymorphicTypeValidator.builder()
                                .allowIfBaseType(Object.class)
                                .build(),
                        DefaultTyping.NON_FINAL)
                .build();
        assertThatThrownBy(() -> JsonResultCodec.of(Line.class, mapper))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("default typing writes class names");
    }

    @Test
    @DisplayName("B-39 With the application's own mapper a field that it does not write is refused as well")
    void ownVisibility() {
        JsonMapper mapper = JsonMapper.builder().build();
        assertThatThrownBy(() -> JsonResultCodec.of(IgnoringByName.class, mapper))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("IgnoringByName.name is not written");
    }

    private static Type type(TypeReference<?> reference) {
        return reference.getType();
    }
}
