package io.onlyonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.InvalidScopeException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {
    @Property
    @Label("B-02 no choice of tenant and user names makes two scopes equal")
    void injective(
            @ForAll @Size(min = 1, max = 3)
                    List<@StringLength(min = 1, max = 4) @CharRange(from = '$', to = '/') String> one,
            @ForAll @Size(min = 1, max = 3)
                    List<@StringLength(min = 1, max = 4) @CharRange(from = '$', to = '/') String> other) {
        assertThat(scope(one).equals(scope(other))).isEqualTo(one.equals(other));
    }

    @Test
    @DisplayName("B-02 separators and empty middle parts do not glue")
    void glue() {
        assertThat(Scope.of("a", "", "b")).isNotEqualTo(Scope.of("a", "b"));
        assertThat(Scope.of("a/b", "c")).isNotEqualTo(Scope.of("a", "b/c"));
        assertThat(Scope.of("a:b", "c")).isNotEqualTo(Scope.of("a", "b:c"));
        assertThat(Scope.of("a%2Fb")).isNotEqualTo(Scope.of("a/b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a\u0000b", "a\nb", "lone\uD800"})
    @DisplayName("B-01 a scope is never made of nothing, nor of what a database cannot keep")
    void refuses(String text) {
        assertThatThrownBy(() -> Scope.of(text)).isInstanceOf(InvalidScopeException.class);
    }

    @Test
    void keepsCharactersOutsideTheBasicPlane() {
        assertThat(Scope.of("用户-\uD83D\uDE00").text()).isEqualTo("用户-\uD83D\uDE00");
        assertThatThrownBy(() -> Scope.of("用".repeat(171))).isInstanceOf(InvalidScopeException.class);
    }

    private static Scope scope(List<String> parts) {
        return Scope.of(parts.get(0), parts.subList(1, parts.size()).toArray(String[]::new));
    }
}
