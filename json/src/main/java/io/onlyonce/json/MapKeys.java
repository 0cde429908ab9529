package io.onlyonce.json;

import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;

/** Which types can be the keys of a map: in JSON they become the names of members, so that they must come back out of one text. */
final class MapKeys {
    private static final Set<String> JDK = Set.of(
            "java.lang.String",
            "java.lang.Character",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Short",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.net.URI",
            "java.util.Currency",
            "java.util.Date",
            "java.util.Locale",
            "java.util.UUID",
            "java.time.Duration",
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalDateTime",
            "java.time.LocalTime",
            "java.time.MonthDay",
            "java.time.OffsetDateTime",
            "java.time.OffsetTime",
            "java.time.Period",
            "java.time.Year",
            "java.time.YearMonth",
            "java.time.ZoneId",
            "java.time.ZoneOffset",
            "java.time.ZonedDateTime");

    private final DeserializationContext reading;

    MapKeys(DeserializationContext reading) {
        this.reading = reading;
    }

    boolean fit(JavaType key) {
        if (key.isEnumType() || JDK.contains(key.getRawClass().getName())) {
            return true;
        }
        if (Fields.isJdk(key.getRawClass()) || key.isContainerType()) {
            return false;
        }
        BeanDescription description = reading.introspectBeanDescription(key);
        boolean oneValue = description.findJsonKeyAccessor() != null || description.findJsonValueAccessor() != null;
        return oneValue ? hasReader(key) : hasReader(key) && !isJacksonsOwn(key);
    }

    private boolean hasReader(JavaType key) {
        try {
            return reading.findKeyDeserializer(key, null) != null;
        } catch (JacksonException e) {
            return false; // no way to read such a key: exactly what was asked
        }
    }

    // Jackson's own reader of keys takes any constructor with one text, while its writer calls toString.
    private boolean isJacksonsOwn(JavaType key) {
        KeyDeserializer reader = reading.findKeyDeserializer(key, null);
        return reader.getClass().getName().startsWith("tools.jackson.databind.");
    }
}
