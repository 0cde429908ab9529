package io.onlyonce.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The mapper that answers are kept with, apart from the application's own: what the web shows may change, what was stored must come back as it was.
 *
 * <p>A value is its fields, not its getters. Decimals keep their scale, times their nanoseconds, offsets and zones, sets their order; enum constants are
 * kept by name. Missing and unknown fields are no error, so that an answer stored by an older release is still readable after a field was added or
 * removed. Jackson's annotations count as everywhere.
 */
public final class ExactJson {
    private static final JsonMapper MAPPER = JsonMapper.builder(factory())
            .changeDefaultVisibility(checker -> checker.withFieldVisibility(Visibility.ANY)
                    .withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .disable(DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID)
            .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
            .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
            // escapes surrogates, so that a text with half a pair comes back as it was
            .disable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .addModule(new SimpleModule("sets in order").addAbstractTypeMapping(Set.class, LinkedHashSet.class))
            .build();

    /** The mapper, immutable and thread-safe. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    // What was written must be readable: no limits but that of the answer's size, which the operation sets.
    private static JsonFactory factory() {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }

    private ExactJson() {}
}
