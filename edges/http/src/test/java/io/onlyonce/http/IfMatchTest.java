package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.OnlyOnceException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IfMatchTest {
    @Property
    @Label("every list of versions comes back, on one line or on several")
    void comesBack(
            @ForAll @Size(min = 1, max = 5) List<@LongRange(min = 0, max = 999_999_999_999_999_999L) Long> versions) {
        List<String> tags = versions.stream().map(IfMatch::etag).toList();

        assertThat(IfMatch.of(tags).versions()).isEqualTo(versions);
        assertThat(IfMatch.of(List.of(String.join(" ,\t", tags))).versions()).isEqualTo(versions);
    }

    @Property
    @Label("any header is a list of tags or one of two typed refusals")
    void anything(@ForAll String header) {
        try {
            assertThat(IfMatch.of(List.of(header)).versions()).allMatch(version -> version >= 0);
        } catch (OnlyOnceException e) {
            assertThat(e.code()).isIn("precondition-required", "if-match-invalid");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/\"7\"", "\"abc\"", "\"\"", "\"07\"", "\"-1\"", "\"9999999999999999999\"", "\"7.0\""})
    @DisplayName("weak tags and tags that are no version are valid and match nothing")
    void matchNothing(String header) {
        assertThat(IfMatch.of(List.of(header)).versions()).isEmpty();
        assertThat(IfMatch.of(List.of(header, "\"3\"")).versions()).containsExactly(3L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"7", "\"7", "7\"", "\"7\"\"8\"", "\"7\" \"8\"", "w/\"7\"", "\"7\",", "*, \"7\"", "\"a b\"", ","})
    @DisplayName("what is no list of tags is refused, with the place where it goes wrong")
    void invalid(String header) {
        assertThatThrownBy(() -> IfMatch.of(List.of(header)))
                .isInstanceOfSatisfying(
                        OnlyOnceException.class, e -> assertThat(e.code()).isEqualTo("if-match-invalid"))
                .hasMessageContaining("character");
    }

    @Test
    @DisplayName("no header, an empty one and * name no version: 428")
    void missing() {
        for (List<String> lines : List.of(List.<String>of(), List.of(""), List.of(" "), List.of("*"))) {
            assertThatThrownBy(() -> IfMatch.of(lines))
                    .isInstanceOfSatisfying(
                            OnlyOnceException.class, e -> assertThat(e.code()).isEqualTo("precondition-required"));
        }
        assertThat(IfMatch.of(Arrays.asList("\"1\"")).versions()).containsExactly(1L);
    }
}
