package io.onlyonce.verify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.report.RunFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Whatever is wrong is said in a sentence, with exit code 2. */
class MisuseTest {
    @TempDir
    Path directory;

    private Shell run(String plan) throws IOException {
        Path file = Files.writeString(directory.resolve("plan.yaml"), plan);
        return Shell.run(
                "run", file.toString(), "--out", directory.resolve("run").toString());
    }

    @Test
    @DisplayName("a malformed plan: line, column, what may stand there")
    void malformed() throws IOException {
        Shell shell = run("name: x\ntarget: http://127.0.0.1:1\nrequests:\n  order:\n    methd: POST\n");
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.err()).contains("plan.yaml:5:", "\"methd\" means nothing here", "method");
        assertThat(run(": : :").err()).contains("plan.yaml:1:", "no YAML");
    }

    @Test
    @DisplayName("each command's help says what it means, with no hole in it")
    void helpTexts() {
        for (String command : new String[] {"run", "check", "explain", "probe", "init"}) {
            assertThat(Shell.run(command, "--help").out())
                    .as(command)
                    .contains("Usage: onlyonce-verify " + command)
                    .doesNotContain("null");
        }
        assertThat(Shell.run("run", "--help").out()).contains("${env.NAME}");
    }

    @Test
    @DisplayName("an unreachable target: unknown, and the history, empty, is kept")
    void unreachable() throws IOException {
        Shell shell = run("""
                target: { url: "http://127.0.0.1:%d", patience: 300ms }
                requests:
                  order: { method: POST, path: /orders, key: Idempotency-Key }
                workload: [ { burst: order } ]
                """.formatted(Language.freePort()));
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.out()).startsWith("UNKNOWN").contains("was not ready after 300 ms", "Start the service");
        assertThat(directory.resolve("run").resolve(RunFiles.HISTORY)).isEmptyFile();
        assertThat(Shell.run("check", directory.resolve("run").toString()).code())
                .isEqualTo(2);
    }

    @Test
    @DisplayName("wrong SQL: told before anything is sent, with the database's words")
    void wrongSql() throws IOException {
        Language language = Language.here().get(0);
        int port = Language.freePort();
        Shell shell = run("""
                target: { url: "http://127.0.0.1:%d", start: "%s" }
                data: { url: "jdbc:h2:mem:wrong" }
                requests:
                  order:
                    method: POST
                    path: /orders
                    key: Idempotency-Key
                    effects: selct ref, count(*) from orders group by ref
                workload: [ { burst: order } ]
                """.formatted(port, language.command(port, "right")));
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.out()).startsWith("UNKNOWN").contains("The query could not be run", "selct");
        assertThat(Files.readString(directory.resolve("run").resolve(RunFiles.HISTORY)))
                .doesNotContain("\"invoke\"");
    }

    @Test
    @DisplayName("a variable of the environment without a value: its place, and three remedies")
    void environment() throws IOException {
        Shell shell = run("target: http://127.0.0.1:${env.NOBODY_SETS_THIS}\n");
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.err()).contains("plan.yaml:1:9", "--set NOBODY_SETS_THIS=value");
    }

    @Test
    @DisplayName("no command, an unknown option, no file, no run: exit code 2 and where help is")
    void words() {
        assertThat(Shell.run().code()).isEqualTo(2);
        assertThat(Shell.run().err()).contains("A command is missing", "probe");
        assertThat(Shell.run("run", "x", "--rouds", "1").code()).isEqualTo(2);
        assertThat(Shell.run("run", "x", "--rouds", "1").err()).contains("onlyonce-verify run --help");
        Shell missing = Shell.run("run", directory.resolve("none.yaml").toString());
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("There is no file", "none.yaml");
        for (String rounds : new String[] {"0", "-5"}) {
            Shell none = Shell.run("run", "x", "--rounds", rounds);
            assertThat(none.code()).isEqualTo(2);
            assertThat(none.err()).contains("--rounds is " + rounds, "1 or more");
        }
        Shell noRun = Shell.run("check", directory.toString());
        assertThat(noRun.code()).isEqualTo(2);
        assertThat(noRun.err()).contains("is not the directory of a run");
        assertThat(Shell.run("probe", "http://127.0.0.1:1/", "--copies", "1001").err())
                .contains("1001 copies are too many");
        assertThat(Shell.run("probe", "http://127.0.0.1:1/", "--ignore", "servedAt")
                        .err())
                .contains("\"servedAt\" is no JSON pointer");
        Shell badUrl = Shell.run("probe", "localhost/orders");
        assertThat(badUrl.code()).isEqualTo(2);
        assertThat(badUrl.err()).contains("is no URL to probe");
        assertThat(Shell.run("probe", "http://127.0.0.1:1/", "-d", "${reff}").err())
                .contains("${reff}", "ref");
        assertThat(Shell.run("probe", "http://127.0.0.1:1/", "-H", "nonsense").err())
                .contains("is no header");
    }

    @Command(name = "failing")
    record Failing(Callable<Integer> work) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            return work.call();
        }
    }

    @Test
    @DisplayName("a failure of the verifier itself has exit code 2, never that of a broken rule, and tells its root")
    void ownFault() {
        StringWriter err = new StringWriter();
        CommandLine command = OnlyOnceVerify.commandLine(new StringReader(""))
                .addSubcommand("bug", new Failing(() -> {
                    throw new IllegalStateException("outer", new IllegalArgumentException("the root"));
                }))
                .addSubcommand("error", new Failing(() -> {
                    throw new StackOverflowError("too deep");
                }))
                .setErr(new PrintWriter(err, true));
        assertThat(Main.exitCode(command, "bug")).isEqualTo(2);
        assertThat(err.toString()).contains("The verifier itself failed", "outer", "the root");
        assertThat(Main.exitCode(command, "error")).isEqualTo(2);
        assertThat(err.toString()).contains("too deep");
    }

    @Test
    @DisplayName("a run that was not written to its end is told, not judged")
    void halfWritten() throws IOException {
        unreachable();
        Files.delete(directory.resolve("run").resolve(RunFiles.OBSERVED));
        Shell shell = Shell.run("check", directory.resolve("run").toString());
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.err()).contains("observed.json");
    }

    @Test
    @DisplayName("help and the completion script are there")
    void help() {
        assertThat(Shell.run("--help").code()).isZero();
        assertThat(Shell.run("--help").out()).contains("run", "check", "explain", "probe", "init", "Exit codes");
        assertThat(Shell.run("--version").out()).startsWith("onlyonce-verify (not from a jar)");
        Shell completion = Shell.run("generate-completion");
        assertThat(completion.code()).isZero();
        assertThat(completion.out()).contains("complete -F _complete_onlyonce-verify", "--key-header");
    }
}
