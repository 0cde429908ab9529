package io.onlyonce.verify.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A template")
class TemplateTest {
    @Property
    @Label("gives any text back that has its dollar signs doubled")
    void plain(@ForAll String text) {
        assertThat(Template.of(text.replace("$", "$$")).fill(Map.of())).isEqualTo(text);
    }

    @Property
    @Label("puts in any value as it is, also one that looks like a variable")
    void values(@ForAll String value) {
        assertThat(Template.of("a${x}b${order.id}").fill(Map.of("x", value, "order.id", value)))
                .isEqualTo("a" + value + "b" + value);
    }

    @Test
    @DisplayName("knows its variables, and complains of what is none")
    void variables() {
        assertThat(Template.of("/o/${order.id}?x=${n}$$").variables()).containsExactly("n", "order.id");
        assertThatThrownBy(() -> Template.of("${}")).hasMessageContaining("is no variable");
        assertThatThrownBy(() -> Template.of("${a")).hasMessageContaining("is no variable");
        assertThatThrownBy(() -> Template.of("${a}").fill(Map.of("b", "1")))
                .hasMessageContaining("no value for ${a}")
                .hasMessageContaining("Known are b");
    }
}
