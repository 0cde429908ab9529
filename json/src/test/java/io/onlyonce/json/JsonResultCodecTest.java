package io.onlyonce.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.json.Answers.Bean;
import io.onlyonce.json.Answers.Card;
import io.onlyonce.json.Answers.Circle;
import io.onlyonce.json.Answers.Done;
import io.onlyonce.json.Answers.Line;
import io.onlyonce.json.Answers.Money;
import io.onlyonce.json.Answers.Order;
import io.onlyonce.json.Answers.Page;
import io.onlyonce.json.Answers.Payment;
import io.onlyonce.json.Answers.Shape;
import io.onlyonce.json.Answers.Status;
import io.onlyonce.json.Answers.Transfer;
import io.onlyonce.json.Answers.Tree;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

@SuppressWarnings("JavaUtilDate") // people return it
class JsonResultCodecTest {
    private static final Line LINE = new Line("tea", 2, new BigDecimal("1.10"));
    private static final Order ORDER = new Order(
            9007199254740993L,
            Status.OPEN,
            List.of(LINE, new Line("", 0, new BigDecimal("0E-10"))),
            Optional.empty(),
            Instant.parse("2026-02-03T04:05:06.123456789Z"));

    @ParameterizedTest(name = "B-38 {0}: {1}")
    @MethodSource
    @DisplayName("B-38 Null, false, 0, \"\" and void come back as themselves, three times")
    void nothings(Type type, Object answer) {
        JsonResultCodec<Object> codec = JsonResultCodec.of(type);
        byte[] stored = codec.encode(answer);
        for (int replay = 0; replay < 3; replay++) {
            assertSame(codec.decode(stored), answer);
        }
    }

    static Stream<Arguments> nothings() {
        return Stream.of(
                Arguments.of(String.class, null),
                Arguments.of(void.class, null),
                Arguments.of(Void.class, null),
                Arguments.of(boolean.class, false),
                Arguments.of(Boolean.class, false),
                Arguments.of(Boolean.class, null),
                Arguments.of(int.class, 0),
                Arguments.of(Long.class, 0L),
                Arguments.of(Long.class, null),
                Arguments.of(String.class, ""),
                Arguments.of(String.class, "null"),
                Arguments.of(String.class, " "),
                Arguments.of(type(new TypeReference<List<String>>() {}), List.of()),
                Arguments.of(type(new TypeReference<List<String>>() {}), null),
                Arguments.of(type(new TypeReference<List<String>>() {}), Arrays.asList(null, "")),
                Arguments.of(type(new TypeReference<Map<String, Long>>() {}), Map.of()),
                Arguments.of(type(new TypeReference<Optional<String>>() {}), Optional.empty()),
                Arguments.of(type(new TypeReference<Optional<String>>() {}), Optional.of("")),
                Arguments.of(type(new TypeReference<Optional<String>>() {}), Optional.of("null")),
                Arguments.of(type(new TypeReference<Optional<String>>() {}), null),
                Arguments.of(OptionalInt.class, OptionalInt.empty()),
                Arguments.of(OptionalInt.class, OptionalInt.of(0)),
                Arguments.of(OptionalInt.class, null),
                Arguments.of(byte[].class, new byte[0]),
                Arguments.of(byte[].class, null),
                Arguments.of(Done.class, new Done()),
                Arguments.of(Done.class, null));
    }

    @ParameterizedTest(name = "B-39 {0}: {1}")
    @MethodSource
    @DisplayName("B-39 What a type allows comes back equal, of the same class and scale")
    void values(Type type, Object answer) {
        JsonResultCodec<Object> codec = JsonResultCodec.of(type);
        Object replay = codec.decode(codec.encode(answer));
        assertSame(replay, answer);
        assertThat(codec.encode(replay)).isEqualTo(codec.encode(answer));
    }

    static Stream<Arguments> values() {
        return Stream.of(
                        Stream.of(
                                Arguments.of(Long.class, 1L),
                                Arguments.of(Integer.class, 1),
                                Arguments.of(Short.class, (short) 1),
                                Arguments.of(Character.class, '\0'),
                                Arguments.of(Double.class, -0.0),
                                Arguments.of(Double.class, Double.NaN),
                                Arguments.of(Float.class, Float.NEGATIVE_INFINITY),
                                Arguments.of(BigDecimal.class, new BigDecimal("1.10")),
                                Arguments.of(BigDecimal.class, new BigDecimal("0E-10")),
                                Arguments.of(BigDecimal.class, new BigDecimal("1e400")),
                                Arguments.of(BigDecimal.class, new BigDecimal("1E+2147483647")),
                                Arguments.of(BigInteger.class, BigInteger.TEN.pow(5000)),
                                Arguments.of(String.class, "\uD83D\uDE00 é 中 \0 \u2028 \uD800 \\\""),
                                Arguments.of(byte[].class, new byte[] {0, -1, 127}),
                                Arguments.of(int[].class, new int[] {1, -1}),
                                Arguments.of(Status.class, Status.OPEN),
                                Arguments.of(Order.class, ORDER),
                                Arguments.of(Bean.class, new Bean("a", new BigDecimal("2.50"))),
                                Arguments.of(Money.class, new Money(new BigDecimal("2.50"), "EUR")),
                                Arguments.of(
                                        Tree.class,
                                        new Tree(
                                                "a",
                                                List.of(new Tree("b", List.of(), Optional.empty())),
                                                Optional.empty())),
                                Arguments.of(Payment.class, new Card("1234", new BigDecimal("1.10"))),
                                Arguments.of(Shape.class, new Circle(0.1)),
                                Arguments.of(
                                        Payment.class,
                                        new Transfer(List.of(new Card("1", BigDecimal.ONE)), new BigDecimal("1e400"))),
                                Arguments.of(UUID.class, new UUID(1, 2)),
                                Arguments.of(URI.class, URI.create("https://example.org/é")),
                                Arguments.of(Currency.class, Currency.getInstance("EUR")),
                                Arguments.of(Locale.class, Locale.forLanguageTag("zh-Hans-CN"))),
                        times(),
                        generics())
                .flatMap(each -> each);
    }

    private static Stream<Arguments> times() {
        ZonedDateTime secondTwoOClock = ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 1, ZoneId.of("Europe/Paris"))
                .withLaterOffsetAtOverlap();
        return Stream.of(
                Arguments.of(Instant.class, Instant.parse("2026-01-01T00:00:00.123456789Z")),
                Arguments.of(Instant.class, Instant.MAX),
                Arguments.of(Instant.class, Instant.MIN),
                Arguments.of(OffsetDateTime.class, OffsetDateTime.parse("2026-01-01T00:00:00.000000001+05:30")),
                Arguments.of(OffsetDateTime.class, OffsetDateTime.parse("2026-01-01T00:00:00Z")),
                Arguments.of(OffsetDateTime.class, OffsetDateTime.MAX),
                Arguments.of(ZonedDateTime.class, secondTwoOClock),
                Arguments.of(ZonedDateTime.class, secondTwoOClock.withZoneSameInstant(ZoneId.of("UTC"))),
                Arguments.of(ZonedDateTime.class, secondTwoOClock.withZoneSameInstant(ZoneOffset.UTC)),
                Arguments.of(LocalDate.class, LocalDate.of(2024, 2, 29)),
                Arguments.of(LocalDate.class, LocalDate.MAX),
                Arguments.of(LocalDateTime.class, LocalDateTime.MIN),
                Arguments.of(LocalTime.class, LocalTime.MIDNIGHT),
                Arguments.of(OffsetTime.class, OffsetTime.MIN),
                Arguments.of(Year.class, Year.of(-5)),
                Arguments.of(YearMonth.class, YearMonth.of(123456, 1)),
                Arguments.of(MonthDay.class, MonthDay.of(2, 29)),
                Arguments.of(Month.class, Month.JANUARY),
                Arguments.of(DayOfWeek.class, DayOfWeek.SUNDAY),
                Arguments.of(Duration.class, Duration.ofSeconds(-1, 1)),
                Arguments.of(Period.class, Period.of(-1, 2, 3)),
                Arguments.of(ZoneId.class, ZoneId.of("UTC")),
                Arguments.of(ZoneOffset.class, ZoneOffset.ofHoursMinutesSeconds(1, 2, 3)),
                Arguments.of(Date.class, new Date(1234567890123L)));
    }

    private static Stream<Arguments> generics() {
        return Stream.of(
                Arguments.of(type(new TypeReference<List<Long>>() {}), List.of(1L)),
                Arguments.of(
                        type(new TypeReference<List<Long>>() {}),
                        Stream.of(1L, 2L).toList()),
                Arguments.of(type(new TypeReference<Collection<Long>>() {}), List.of(1L)),
                Arguments.of(type(new TypeReference<Set<Long>>() {}), new LinkedHashSet<>(List.of(3L, 1L, 2L))),
                Arguments.of(type(new TypeReference<SortedSet<Long>>() {}), new TreeSet<>(List.of(3L, 1L))),
                Arguments.of(type(new TypeReference<EnumSet<Status>>() {}), EnumSet.of(Status.OPEN)),
                Arguments.of(type(new TypeReference<List<byte[]>>() {}), List.of()),
                Arguments.of(
                        type(new TypeReference<Map<Status, List<Line>>>() {}),
                        new EnumMap<>(Map.of(Status.OPEN, List.of(LINE)))),
                Arguments.of(
                        type(new TypeReference<EnumMap<Status, Long>>() {}), new EnumMap<>(Map.of(Status.PAID, 1L))),
                Arguments.of(
                        type(new TypeReference<SortedMap<Long, String>>() {}), new TreeMap<>(Map.of(2L, "b", 1L, "a"))),
                Arguments.of(
                        type(new TypeReference<Map<LocalDate, BigDecimal>>() {}),
                        Map.of(LocalDate.of(2026, 1, 1), new BigDecimal("1.10"))),
                Arguments.of(
                        type(new TypeReference<Map<ZonedDateTime, Long>>() {}),
                        Map.of(ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 1, ZoneId.of("Europe/Paris")), 1L)),
                Arguments.of(type(new TypeReference<Optional<Order>>() {}), Optional.of(ORDER)),
                Arguments.of(type(new TypeReference<OptionalLong>() {}), OptionalLong.of(1)),
                Arguments.of(type(new TypeReference<OptionalDouble>() {}), OptionalDouble.of(0.1)),
                Arguments.of(
                        type(new TypeReference<Page<Order>>() {}), new Page<>(List.of(ORDER), 1, Optional.of(ORDER))),
                Arguments.of(type(new TypeReference<Page<Long>>() {}), new Page<>(List.of(1L), 1, Optional.of(2L))),
                Arguments.of(
                        type(new TypeReference<List<Payment>>() {}),
                        List.of(new Card("1234", new BigDecimal("1.10")))));
    }

    @Test
    @DisplayName("B-39 The order of a set and of a map's keys comes back too")
    void order() {
        JsonResultCodec<Set<Long>> sets = JsonResultCodec.of(type(new TypeReference<Set<Long>>() {}));
        assertThat(sets.decode(sets.encode(new LinkedHashSet<>(List.of(3L, 1L, 2L)))))
                .containsExactly(3L, 1L, 2L);
        JsonResultCodec<Map<String, Long>> maps = JsonResultCodec.of(type(new TypeReference<Map<String, Long>>() {}));
        Map<String, Long> map = new LinkedHashMap<>();
        map.put("b", 1L);
        map.put("a", null);
        assertThat(maps.decode(maps.encode(map)).keySet()).containsExactly("b", "a");
    }

    @Test
    @DisplayName("B-39 The declared type's JSON is stored, never the name of a class")
    void noClassNames() {
        JsonResultCodec<List<Payment>> codec = JsonResultCodec.of(type(new TypeReference<List<Payment>>() {}));
        byte[] stored = codec.encode(new ArrayList<>(List.of(new Card("1234", new BigDecimal("1.10")))));
        assertThat(new String(stored, UTF_8)).isEqualTo("[{\"@type\":\"card\",\"last4\":\"1234\",\"amount\":1.10}]");
        assertThat(codec).hasToString("JsonResultCodec of java.util.List<io.onlyonce.json.Answers$Payment>");
    }

    @Test
    @DisplayName("An answer of an older release is read after fields were added and removed")
    void olderRelease() {
        JsonResultCodec<Line> codec = JsonResultCodec.of(Line.class);
        Line read = codec.decode("{\"article\":\"tea\",\"price\":1.10,\"discount\":{\"percent\":5}}".getBytes(UTF_8));
        assertThat(read).isEqualTo(new Line("tea", 0, new BigDecimal("1.10")));
    }

    @Test
    @DisplayName("What is no such answer is an error, not another answer")
    void unreadable() {
        JsonResultCodec<Line> codec = JsonResultCodec.of(Line.class);
        for (String stored : List.of("", "{", "[]", "\"tea\"", "{} {}", "{\"count\":\"many\"}")) {
            assertThatThrownBy(() -> codec.decode(stored.getBytes(UTF_8)))
                    .as(stored)
                    .isInstanceOf(JacksonException.class);
        }
        JsonResultCodec<Status> statuses = JsonResultCodec.of(Status.class);
        assertThatThrownBy(() -> statuses.decode("\"GONE\"".getBytes(UTF_8))).isInstanceOf(JacksonException.class);
    }

    @Test
    @DisplayName("B-39 A cyclic answer is a clean failure to write, not a stack overflow")
    void cycle() {
        List<Tree> branches = new ArrayList<>();
        Tree root = new Tree("root", branches, Optional.empty());
        branches.add(root);
        assertThatThrownBy(() -> JsonResultCodec.of(Tree.class).encode(root)).isInstanceOf(JacksonException.class);
    }

    @Test
    @DisplayName("A mapper of one's own decides how values are written")
    void ownMapper() {
        JsonMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(tools.jackson.databind.PropertyNamingStrategies.SNAKE_CASE)
                .build();
        record Named(long orderNumber) {}
        JsonResultCodec<Named> codec = JsonResultCodec.of(Named.class, mapper);
        assertThat(new String(codec.encode(new Named(1)), UTF_8)).isEqualTo("{\"order_number\":1}");
        assertThat(codec.decode(codec.encode(new Named(1)))).isEqualTo(new Named(1));
    }

    private static Type type(TypeReference<?> reference) {
        return reference.getType();
    }

    /** Equal both ways, deeply where arrays are concerned, and of the same class where the class is part of the value. */
    private static void assertSame(Object replay, Object answer) {
        assertThat(Objects.deepEquals(replay, answer))
                .as("%s and %s", replay, answer)
                .isTrue();
        if (answer != null && !(answer instanceof Collection) && !(answer instanceof Map)) {
            assertThat(replay).hasSameClassAs(answer);
        }
    }
}
