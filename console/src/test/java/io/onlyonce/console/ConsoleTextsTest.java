package io.onlyonce.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.record.FoundRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.MessageSource;

@DisplayName("The console's texts")
class ConsoleTextsTest {
    private static final Pattern PLACE = Pattern.compile("\\{\\d}");

    private static Properties texts(String file) throws IOException {
        Properties texts = new Properties();
        try (InputStream stream = ConsoleTextsTest.class.getResourceAsStream(file)) {
            texts.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
        }
        return texts;
    }

    @Test
    @DisplayName("Both languages say the same things, with the same values in them")
    void sameKeys() throws Exception {
        Properties english = texts("texts.properties");
        Properties chinese = texts("texts_zh.properties");
        assertThat(new TreeSet<>(chinese.stringPropertyNames()))
                .isEqualTo(new TreeSet<>(english.stringPropertyNames()));
        for (String key : english.stringPropertyNames()) {
            assertThat(places(chinese.getProperty(key))).as(key).isEqualTo(places(english.getProperty(key)));
            assertThat(english.getProperty(key) + chinese.getProperty(key))
                    .as(key)
                    .doesNotContain("'");
        }
    }

    private static SortedSet<String> places(String text) {
        SortedSet<String> places = new TreeSet<>();
        PLACE.matcher(text).results().forEach(place -> places.add(place.group()));
        return places;
    }

    @Test
    @DisplayName("Every event, state, standing, mark and field has its text")
    void everyWord() {
        MessageSource texts = Pages.texts();
        for (Locale language : Language.ALL) {
            SearchForm.EVENTS.forEach(event -> {
                assertThat(texts.getMessage("event." + event, null, language)).isNotBlank();
                assertThat(Mark.of(event)).isNotEqualTo(Mark.OTHER);
            });
            SearchForm.STATES.forEach(state -> assertThat(texts.getMessage("state." + state, null, language))
                    .isNotBlank());
            SearchForm.FIELDS.forEach(field -> assertThat(texts.getMessage("wrong." + field, null, language))
                    .isNotBlank());
            Arrays.stream(Mark.values())
                    .forEach(mark -> assertThat(texts.getMessage("mark." + mark.word(), null, language))
                            .isNotBlank());
            Arrays.stream(FoundRecord.Standing.values())
                    .forEach(
                            standing -> assertThat(texts.getMessage("standing." + Mark.small(standing), null, language))
                                    .isNotBlank());
        }
        assertThat(Mark.of("of_a_younger_version")).isEqualTo(Mark.OTHER);
    }

    @Test
    @DisplayName("A setting that cannot be is refused with its value, the rule and the remedy")
    void settings() {
        for (String path : new String[] {"", "/", "console", "/a/", "/a//b", "/{a}", "/a b", "/a*"}) {
            assertThatThrownBy(() -> new ConsoleProperties(true, path, "A", "B", false))
                    .as(path)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("onlyonce.console.path is \"" + path + "\"");
        }
        assertThatThrownBy(() -> new ConsoleProperties(true, "/a", " ", "B", false))
                .hasMessageContaining("onlyonce.console.role");
        assertThatThrownBy(() -> new ConsoleProperties(true, "/a", "A", "", false))
                .hasMessageContaining("onlyonce.console.acting-role");
    }
}
