package io.onlyonce.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.OnlyOnceProperties;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors know of the settings. */
class MetadataTest {
    @Test
    @DisplayName("each onlyonce.* setting is in the metadata, with a description and a type")
    void metadata() throws Exception {
        try (InputStream stream =
                OnlyOnceProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            JsonNode metadata = JsonMapper.shared().readTree(Objects.requireNonNull(stream));
            List<String> names = new ArrayList<>();
            for (JsonNode property : metadata.get("properties")) {
                names.add(property.get("name").asString());
                assertThat(property.path("description").asString())
                        .as("%s", property)
                        .hasSizeGreaterThan(10);
                assertThat(property.path("type").asString()).as("%s", property).isNotEmpty();
            }
            assertThat(names) // besides those that Spring Boot gives to each endpoint
                    .filteredOn(name -> !name.startsWith("management.endpoint."))
                    .containsExactlyInAnyOrderElementsOf(settings("onlyonce", OnlyOnceProperties.class));
        }
    }

    private static List<String> settings(String prefix, Class<?> type) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "."
                    + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                names.addAll(settings(name, component.getType()));
            } else {
                names.add(name);
            }
        }
        return names;
    }
}
