package io.onlyonce.verify.cli;

import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.probe.Probe;
import io.onlyonce.verify.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends one request many times, without a plan. */
@Command(
        name = "probe",
        mixinStandardHelpOptions = true,
        description = {
            "Sends one request many times and compares the answers; no plan is needed.",
            "In URL, headers and body $${key}, $${ref}, $${n}, $${user}, $${run} and $${now} stand for values of the operation's own."
        })
final class ProbeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "URL", description = "Where it goes, like http://127.0.0.1:8080/orders")
    private String url = "";

    @Option(
            names = {"-X", "--request"},
            paramLabel = "METHOD",
            description = "HTTP's method. Default: ${DEFAULT-VALUE}.")
    private String method = "POST";

    @Option(
            names = {"-H", "--header"},
            paramLabel = "HEADER",
            description = "A header, like \"Name: value\".")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = {"-d", "--data"},
            paramLabel = "BODY",
            description = "The body, or @file.")
    private String data = "";

    @Option(names = "--copies", paramLabel = "NUMBER", description = "How many at once. Default: ${DEFAULT-VALUE}.")
    private int copies = 50;

    @Option(
            names = "--operations",
            paramLabel = "NUMBER",
            description = "How many operations. Default: ${DEFAULT-VALUE}.")
    private int operations = 5;

    @Option(
            names = "--key-header",
            paramLabel = "NAME",
            description = "The header that carries the key; \"\" for none. Default: ${DEFAULT-VALUE}.")
    private String keyHeader = "Idempotency-Key";

    @Option(
            names = "--ignore",
            paramLabel = "POINTER",
            description = "A member of the answer that may differ, like /servedAt.")
    private List<String> ignored = new ArrayList<>();

    @Option(
            names = "--same",
            description = "What answers must have in common: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Same same = Same.ANSWER;

    @Mixin
    private Execution execution = new Execution();

    @Mixin
    private Outputs outputs = new Outputs();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandSpec mine = Objects.requireNonNull(spec);
        Probe probe = probe(mine);
        Report report = execution.run(probe.plan(), execution.directory(), mine);
        probe.limits().forEach(limit -> mine.commandLine().getOut().println("  " + limit));
        mine.commandLine().getOut().flush();
        outputs.write(report);
        return OnlyOnceVerify.exitCode(report.verdict());
    }

    private Probe probe(CommandSpec mine) throws IOException {
        Map<String, String> named = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new ParameterException(mine.commandLine(), CliTexts.header(header));
            }
            named.put(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
        String body = data.startsWith("@") ? Files.readString(Path.of(data.substring(1))) : data;
        try {
            return new Probe(url, method, named, body, keyHeader, copies, operations, same, ignored);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(mine.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
