package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PartsOfARequestTest {
    @Test
    @DisplayName("a media type is taken apart, whatever its case, blanks and quotes")
    void mediaType() {
        MediaType type = MediaType.of(" Application/Vnd.X+JSON ; Charset=\"utf-8\";q=\"a;\\\"b\" ; v = 2;;x");

        assertThat(type.type()).isEqualTo("application/vnd.x+json");
        assertThat(type.isJson()).isTrue();
        assertThat(type.charset()).isEqualTo("utf-8");
        assertThat(type.meaningful()).isEqualTo(Map.of("q", "a;\"b", "v", "2"));
        assertThat(MediaType.of(null).type()).isEmpty();
        assertThat(MediaType.of("application/jsonx").isJson()).isFalse();
        assertThat(MediaType.of("multipart/form-data; boundary=x").meaningful()).isEmpty();
    }

    @Test
    @DisplayName("a parameter is taken out of a media type, the rest stays as it was")
    void without() {
        assertThat(MediaType.without("text/html; charset=utf-8", "charset")).isEqualTo("text/html");
        assertThat(MediaType.without("a/b; x=\"1;charset=2\"; CHARSET=x; y", "charset"))
                .isEqualTo("a/b; x=\"1;charset=2\"; y");
    }

    @Test
    @DisplayName(
            "form fields keep their order, and what is not encoded rightly is refused or, in a query, taken as it is")
    void formFields() {
        Map<String, List<String>> fields = FormFields.ofQuery("b=1&a=%E2%82%AC+x&b&&=v&c=a=b&%61=y");

        assertThat(fields)
                .containsExactly(
                        Map.entry("b", List.of("1", "")),
                        Map.entry("a", List.of("€ x", "y")),
                        Map.entry("", List.of("v")),
                        Map.entry("c", List.of("a=b")));
        assertThat(FormFields.ofQuery("a=%zz&b=%C3").keySet()).containsExactly("a", "b");
        for (String bad : new String[] {"a=%", "a=%4", "a=%zz", "%C3=1", "a=%C3%28", "a=%-1"}) {
            assertThatThrownBy(() -> FormFields.ofBody(bad.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .as(bad)
                    .isInstanceOf(RequestRefusedException.class);
        }
        assertThat(FormFields.ofBody("a=%FC".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .isEqualTo(Map.of("a", List.of("ü")));
    }

    @Test
    @DisplayName("half a million fields take no more than their time")
    void manyFields() {
        byte[] body = "a&".repeat(1 << 19).getBytes(StandardCharsets.UTF_8);

        Assertions.assertTimeout(Duration.ofSeconds(10), () -> FormFields.ofBody(body, StandardCharsets.UTF_8));
    }
}
