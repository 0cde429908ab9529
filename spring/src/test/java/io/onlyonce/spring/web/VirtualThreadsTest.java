package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.onlyonce.testkit.ChildJvm;
import io.onlyonce.testkit.OtherJava;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

@Tag("newer-java")
@DisplayName("OnlyOnce on virtual threads")
class VirtualThreadsTest {
    private static OtherJava java;

    @BeforeAll
    static void find() {
        Optional<OtherJava> found = OtherJava.from(21);
        if (found.isEmpty()) {
            String notice =
                    "NOT TESTED ON VIRTUAL THREADS: install a JDK 21 or newer in /usr/lib/jvm, or name its home in JAVA_HOME_21_X64.";
            LoggerFactory.getLogger(VirtualThreadsTest.class).error(notice);
            abort(notice);
        }
        java = found.get();
    }

    @Test
    @DisplayName(
            "200 copies of two requests wait on virtual threads over HTTP, and 200 of a leased operation on two nodes over Redis:"
                    + " one effect each, and nothing of OnlyOnce keeps a carrier thread")
    void nothingPins() throws Exception {
        List<String> facts = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(java.home(), VirtualThreadsApp.class)) {
            for (String fact = child.hear(); !fact.equals("end"); fact = child.hear()) {
                facts.add(fact);
            }
            assertThat(child.exitCode()).isZero();
        }
        assertThat(facts)
                .containsExactly(
                        "warm-up, leased: 1 executed, 199 replayed",
                        "warm-up, HTTP: 2 executed, 198 replayed, 2 effects",
                        "HTTP: 2 executed, 198 replayed, 2 effects",
                        "leased: 1 executed, 199 replayed",
                        "a thread that was pinned on purpose is seen: true",
                        "handlers run on virtual threads: true",
                        "pinned within OnlyOnce: []");
    }
}
