package io.onlyonce.spring.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** How a refused start looks. */
@ExtendWith(OutputCaptureExtension.class)
class MisuseAnalyzerTest {
    static class NoKey {
        @Idempotent
        public void pay(String key) {}
    }

    @Test
    @DisplayName("B-40 a refused start tells what is wrong and what to do, without a stack trace")
    void analysis(CapturedOutput output) {
        try (BusinessDatabase database = BusinessDatabase.h2()) {
            assertThatThrownBy(() -> App.start(database, NoKey.class)).hasMessageContaining("has no key expression");
        }
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(
                        "NoKey.pay is @Idempotent but has no key expression. Give it one, for example key = \"#order.requestNo\"")
                .doesNotContain("\tat io.onlyonce");
    }
}
