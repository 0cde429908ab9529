package io.onlyonce.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import tools.jackson.core.type.TypeReference;

class ExactJsonPropertyTest {
    private static final List<String> ZONES = new ArrayList<>(new TreeSet<>(ZoneId.getAvailableZoneIds()));
    private static final long CENTURIES = 60L * 60 * 24 * 365 * 1000;

    @Property
    @Label("B-39 Every BigDecimal keeps digits and scale")
    void decimals(@ForAll BigInteger unscaled, @ForAll @IntRange(min = -2_000_000_000, max = 2_000_000_000) int scale) {
        assertComesBack(BigDecimal.class, new BigDecimal(unscaled, scale));
        assertComesBack(BigInteger.class, unscaled);
    }

    @Property
    @Label("B-39 Every float and double comes back bit by bit, every Long as a Long")
    void numbers(@ForAll long bits, @ForAll int fewerBits) {
        assertComesBack(Double.class, Double.longBitsToDouble(bits));
        assertComesBack(Float.class, Float.intBitsToFloat(fewerBits));
        assertComesBack(Long.class, bits);
        assertComesBack(type(new TypeReference<Optional<Long>>() {}), Optional.of((long) fewerBits));
    }

    @Property
    @Label(
            "B-39 Every text comes back, even with half a surrogate pair; as a value, as a map's key and inside a byte array")
    void texts(@ForAll String text, @ForAll char any, @ForAll byte[] bytes) {
        assertComesBack(String.class, text + any);
        assertComesBack(type(new TypeReference<Map<String, String>>() {}), Map.of(text, text));
        assertComesBack(type(new TypeReference<List<String>>() {}), List.of(text, "", "null"));
        assertComesBack(byte[].class, bytes);
    }

    @Property
    @Label("B-39 Times keep nanoseconds, offset and zone")
    void times(
            @ForAll @LongRange(min = -CENTURIES, max = CENTURIES) long second,
            @ForAll @IntRange(max = 999_999_999) int nanosecond,
            @ForAll @IntRange(min = -18 * 60, max = 18 * 60) int offsetMinutes,
            @ForAll @IntRange(max = 10_000) int zone) {
        Instant instant = Instant.ofEpochSecond(second, nanosecond);
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(offsetMinutes * 60);
        assertComesBack(Instant.class, instant);
        assertComesBack(OffsetDateTime.class, instant.atOffset(offset));
        assertComesBack(LocalDateTime.class, instant.atOffset(offset).toLocalDateTime());
        assertComesBack(ZonedDateTime.class, instant.atZone(ZoneId.of(ZONES.get(zone % ZONES.size()))));
    }

    private static Type type(TypeReference<?> reference) {
        return reference.getType();
    }

    private static void assertComesBack(Type type, Object answer) {
        JsonResultCodec<Object> codec = JsonResultCodec.of(type);
        assertThat(codec.decode(codec.encode(answer))).isEqualTo(answer);
    }
}
