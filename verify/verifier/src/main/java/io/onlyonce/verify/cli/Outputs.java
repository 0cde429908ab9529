package io.onlyonce.verify.cli;

import io.onlyonce.verify.report.HtmlReport;
import io.onlyonce.verify.report.JsonReport;
import io.onlyonce.verify.report.JunitReport;
import io.onlyonce.verify.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where reports are wanted, beside the text. */
final class Outputs {
    @Option(names = "--html", paramLabel = "FILE", description = "Write a report for a browser: one file.")
    private @Nullable Path html;

    @Option(names = "--json", paramLabel = "FILE", description = "Write a report for programs.")
    private @Nullable Path json;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write a report for build servers, as JUnit's XML.")
    private @Nullable Path junit;

    void write(Report report) throws IOException {
        write(html, () -> HtmlReport.of(report));
        write(json, () -> JsonReport.of(report));
        write(junit, () -> JunitReport.of(report));
    }

    private static void write(@Nullable Path file, Supplier<String> text) throws IOException {
        if (file != null) {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(file, text.get());
        }
    }
}
