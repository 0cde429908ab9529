package io.onlyonce.verify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.report.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Services written in other languages, right and broken ones. */
class RunCommandTest {
    private static final String PLAN = "src/test/resources/plans/orders.yaml";

    @TempDir
    Path directory;

    static List<Language> languages() {
        return Language.here();
    }

    private Shell run(Language language, String mode, String... more) {
        int port = Language.freePort();
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                PLAN,
                "--set",
                "PORT=" + port,
                "--set",
                "START=" + language.command(port, mode),
                "--out",
                directory.resolve("run").toString()));
        arguments.addAll(List.of(more));
        return Shell.run(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("languages")
    @DisplayName("a right service: valid, exit code 0, every report written")
    void right(Language language) throws IOException {
        Path reports = directory.resolve("reports");
        Shell shell = run(
                language,
                "right",
                "--seed",
                "7",
                "--rounds",
                "2",
                "--html",
                reports.resolve("r.html").toString(),
                "--json",
                reports.resolve("r.json").toString(),
                "--junit",
                reports.resolve("r.xml").toString());
        assertThat(shell.out()).startsWith("VALID  orders  (seed 7");
        assertThat(shell.code()).isZero();
        assertThat(shell.err()).contains("round 2 of 2");
        assertThat(reports.resolve("r.html")).content().contains(">VALID<");
        assertThat(reports.resolve("r.json")).content().contains("\"verdict\" : \"valid\"");
        assertThat(reports.resolve("r.xml")).content().contains("failures=\"0\"", "errors=\"0\"");
        Path run = directory.resolve("run");
        assertThat(run.resolve("plan.yaml")).hasSameTextualContentAs(Path.of(PLAN));
        assertThat(Files.readAllLines(run.resolve(RunFiles.HISTORY))).hasSizeGreaterThan(400);
        assertThat(run.resolve("report.html")).exists();
        assertThat(run.resolve("node-1.log")).exists();
    }

    @ParameterizedTest
    @MethodSource("languages")
    @DisplayName(
            "a service that looks first and writes later: invalid, exit code 1; the saved run is judged the same and explained")
    void twice(Language language) {
        Shell shell = run(language, "twice");
        assertThat(shell.out()).startsWith("INVALID").contains("at-most-one-effect is broken", "effects of v");
        assertThat(shell.code()).isEqualTo(1);
        String run = directory.resolve("run").toString();
        Shell checked = Shell.run("check", run);
        assertThat(checked.code()).isEqualTo(1);
        assertThat(shell.out()).startsWith(checked.out());
        Shell explained = Shell.run("explain", run);
        assertThat(explained.code()).isEqualTo(1);
        assertThat(explained.out()).contains("at-most-one-effect is broken", "Where it comes from", "What to do");
    }

    @ParameterizedTest
    @MethodSource("languages")
    @DisplayName("a service that gives a replay another number: invalid")
    void renumbers(Language language) {
        Shell shell = run(language, "renumbers");
        assertThat(shell.out()).startsWith("INVALID").contains("replay-equals-first is broken");
        assertThat(shell.out()).doesNotContain("at-most-one-effect is broken");
        assertThat(shell.code()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("languages")
    @DisplayName("a service that dies for good: unknown, exit code 2, the history is kept, and is judged unknown again")
    void dies(Language language) throws IOException {
        Shell shell = run(language, "dies");
        assertThat(shell.out())
                .startsWith("UNKNOWN")
                .containsAnyOf("ended by itself with code 3", "the service is gone");
        assertThat(shell.code()).isEqualTo(2);
        Path run = directory.resolve("run");
        assertThat(Files.readAllLines(run.resolve(RunFiles.HISTORY))).hasSizeGreaterThan(40);
        Shell checked = Shell.run("check", run.toString());
        assertThat(checked.code()).isEqualTo(2);
        assertThat(shell.out()).startsWith(checked.out());
    }
}
