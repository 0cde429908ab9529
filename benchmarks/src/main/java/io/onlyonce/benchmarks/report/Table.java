package io.onlyonce.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Lines of values under headings: names to the left, values to the right. */
public final class Table {
    private final List<List<String>> lines = new ArrayList<>();

    /** A table whose first line these are. */
    public Table(List<String> headings) {
        lines.add(List.copyOf(headings));
    }

    /** Adds a line with as many values as there are headings. */
    public void line(List<String> values) {
        if (values.size() != lines.get(0).size()) {
            throw new IllegalArgumentException(
                    "The line " + values + " does not have a value for each of " + lines.get(0) + ".");
        }
        lines.add(List.copyOf(values));
    }

    /** For a terminal. */
    public String plain() {
        List<String> formats = new ArrayList<>();
        for (int column = 0; column < lines.get(0).size(); column++) {
            int place = column;
            int width = lines.stream()
                    .mapToInt(line -> line.get(place).length())
                    .max()
                    .orElse(1);
            formats.add(column == 0 ? "%-" + width + "s" : "  %" + width + "s");
        }
        String format = String.join("", formats);
        return lines.stream()
                .map(line -> String.format(Locale.ROOT, format, line.toArray()))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** For a Markdown file. */
    public String markdown() {
        List<String> text = new ArrayList<>();
        for (List<String> line : lines) {
            text.add(line.stream().collect(Collectors.joining(" | ", "| ", " |")));
        }
        text.add(1, "|---" + "|---:".repeat(lines.get(0).size() - 1) + "|");
        return String.join("\n", text);
    }
}
