package io.onlyonce.benchmarks.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a command has found, for the terminal and as a Markdown file: a title, tables under headings, checks. */
public final class Page {
    private static final int ALL_HOLD = 0;
    private static final int ONE_DOES_NOT = 1;

    private final String title;
    private final List<Part> parts = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();

    /** A page about a run with these settings on this server. */
    public Page(String title) {
        this.title = title;
    }

    private record Part(String heading, Table table) {}

    /** Adds a table. */
    public void add(String heading, Table table) {
        parts.add(new Part(heading, table));
    }

    /** Adds what has to be so. */
    public void add(List<Check> more) {
        checks.addAll(more);
    }

    /**
     * Prints it all, and writes it if there is a file.
     *
     * @return the command's exit code: 0 all checks hold, 1 one does not
     * @throws IOException if the file cannot be written
     */
    public int publish(PrintWriter terminal, @Nullable Path file) throws IOException {
        terminal.println(title);
        for (Part part : parts) {
            terminal.println();
            terminal.println(part.heading());
            terminal.println(part.table().plain());
        }
        terminal.println();
        checks.forEach(terminal::println);
        if (file != null) {
            Files.writeString(file, markdown());
        }
        return checks.stream().allMatch(Check::holds) ? ALL_HOLD : ONE_DOES_NOT;
    }

    private String markdown() {
        String tables = parts.stream()
                .map(part -> "**" + part.heading() + "**\n\n" + part.table().markdown() + "\n\n")
                .collect(Collectors.joining());
        String list = checks.stream().map(check -> "- " + check + "\n").collect(Collectors.joining());
        return title + "\n\n" + tables + list;
    }
}
