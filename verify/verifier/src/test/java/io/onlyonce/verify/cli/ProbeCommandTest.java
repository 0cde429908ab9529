package io.onlyonce.verify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProbeCommandTest {
    @TempDir
    Path directory;

    static List<Language> languages() {
        return Language.here();
    }

    private Shell probe(Language language, String mode, String... more) throws Exception {
        Process service = new ProcessBuilder("sh", "-c", "exec " + language.command(0, mode))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = service.inputReader()) {
            String port = output.readLine(); // said as soon as it listens
            List<String> arguments = new ArrayList<>(
                    List.of("probe", "http://127.0.0.1:" + port + "/orders", "--out", directory.toString()));
            arguments.addAll(List.of(more));
            return Shell.run(arguments.toArray(String[]::new));
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @MethodSource("languages")
    @DisplayName("a right service: the answers agree, reuse was tried, and what is not proved is said")
    void right(Language language) throws Exception {
        Shell shell = probe(language, "right", "-d", "{\"ref\":\"${ref}\"}", "--copies", "20");
        assertThat(shell.out()).startsWith("VALID").contains("Not proved: that the operation took effect once");
        assertThat(shell.out()).doesNotContain("Not tried");
        assertThat(shell.code()).isZero();
    }

    @ParameterizedTest
    @MethodSource("languages")
    @DisplayName("a service that does each copy anew: the answers differ")
    void twice(Language language) throws Exception {
        Shell shell = probe(language, "twice", "-H", "X-Any: thing", "-d", "{\"ref\":\"${ref}\"}");
        assertThat(shell.out()).startsWith("INVALID").contains("replay-equals-first is broken");
        assertThat(shell.code()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("languages")
    @DisplayName(
            "a member that may differ is ignored; without a number of its own in the body, reuse is not tried, and that is said")
    void ignored(Language language) throws Exception {
        Shell shell = probe(language, "renumbers", "-d", "{\"ref\":\"fixed\"}", "--ignore", "/id", "--copies", "5");
        assertThat(shell.out()).startsWith("VALID").contains("Not tried: another payload under the same key");
        assertThat(shell.code()).isZero();
    }
}
