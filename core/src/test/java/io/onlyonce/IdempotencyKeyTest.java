package io.onlyonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.InvalidKeyException;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {
    @Property
    void aKeyIsTheSameBareAndQuoted(
            @ForAll @StringLength(min = 1, max = 255) @CharRange(from = '!', to = '~') String key) {
        Assume.that(!key.startsWith("\""));
        String quoted = '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';

        assertThat(IdempotencyKey.ofHeader(key)).isEqualTo(new IdempotencyKey(key));
        assertThat(IdempotencyKey.ofHeader(quoted)).isEqualTo(new IdempotencyKey(key));
        assertThat(IdempotencyKey.ofHeader(" " + quoted + "\t")).isEqualTo(new IdempotencyKey(key));
    }

    @Property
    void anyHeaderGivesAKeyOrTheTypedError(@ForAll String header) {
        try {
            String key = IdempotencyKey.ofHeader(header).value();
            assertThat(key).matches("[\\x21-\\x7E]{1,255}");
        } catch (InvalidKeyException e) {
            assertThat(e.code()).isEqualTo("idempotency-key-invalid");
            assertThat(e.getMessage()).contains("idempotency key").doesNotContain("\u0000");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\"\"",
                "\"",
                "\"a",
                "\"a\"b\"",
                "\"a\\\"",
                "\"a\\x\"",
                "\"a\";p=1",
                "a b",
                "ключ",
                "a\u0000b",
                "\"a\", \"b\""
            })
    void refuses(String header) {
        assertThatThrownBy(() -> IdempotencyKey.ofHeader(header)).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    @DisplayName("a key of 256 characters is refused, one of 255 is not")
    void length() {
        assertThat(new IdempotencyKey("k".repeat(255)).value()).hasSize(255);
        assertThatThrownBy(() -> new IdempotencyKey("k".repeat(256)))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("256 characters")
                .hasMessageContaining("1 to 255");
    }
}
