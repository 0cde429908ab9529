package io.onlyonce.benchmarks.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a page goes, besides the terminal. */
public final class PageOptions {
    @Option(names = "--out", description = "File for the same as Markdown")
    private @Nullable Path out;

    /**
     * Prints the page, and writes it if a file was named.
     *
     * @return the command's exit code
     * @throws IOException if the file cannot be written
     */
    public int publish(Page page, PrintWriter terminal) throws IOException {
        return page.publish(terminal, out);
    }
}
