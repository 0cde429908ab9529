package io.onlyonce.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Horizontal bars with the least and the greatest value of the rounds as a line in each, as an SVG picture that is readable on light and on dark pages.
 */
public final class BarChart {
    private static final int WIDTH = 760;
    private static final int LEFT = 230;
    private static final int RIGHT = 90;
    private static final int TOP = 44;
    private static final int ROW = 26;
    private static final int BAR = 16;
    private static final int GROUP_GAP = 10;
    private static final int BOTTOM = 14;
    private static final String STYLE = """
            <style>
              text { font: 13px sans-serif; fill: #1f2328; }
              .title { font-weight: bold; }
              .bar { fill: #4878a8; } .own { fill: #c8692b; }
              .spread, .one { stroke: #1f2328; stroke-width: 1.5; } .one { stroke-dasharray: 4 3; }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3; } .bar { fill: #6f9fd0; } .own { fill: #e08a4f; } .spread, .one { stroke: #e6edf3; }
              }
            </style>
            """;

    private final String title;
    private final List<Row> rows = new ArrayList<>();

    /** A chart of ratios; the dashed line stands at 1. */
    public BarChart(String title) {
        this.title = title;
    }

    private record Row(String label, Spread value, boolean own, boolean first) {}

    /** Adds a group of bars. Those whose label begins with the prefix are ours. */
    public void group(List<String> labels, List<Spread> values, String prefix) {
        for (int i = 0; i < labels.size(); i++) {
            rows.add(new Row(labels.get(i), values.get(i), labels.get(i).startsWith(prefix), i == 0));
        }
    }

    /** The picture. */
    public String svg() {
        double most =
                rows.stream().mapToDouble(row -> row.value().greatest()).max().orElse(1);
        double scale = (WIDTH - LEFT - RIGHT) / Math.max(1, most);
        StringBuilder body = new StringBuilder();
        int y = TOP;
        for (Row row : rows) {
            y += row.first() && y > TOP ? GROUP_GAP : 0;
            body.append(bar(row, y, scale));
            y += ROW;
        }
        double one = LEFT + scale;
        body.append(line("one", one, TOP - 8, one, y));
        int height = y + BOTTOM;
        return format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                        WIDTH, height, escaped(title))
                + STYLE
                + format("<text class=\"title\" x=\"10\" y=\"22\">%s</text>%n", escaped(title))
                + body
                + "</svg>\n";
    }

    private static String bar(Row row, int y, double scale) {
        Spread value = row.value();
        double middle = y + BAR / 2.0;
        return format("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n", LEFT - 8, y + 13, escaped(row.label()))
                + format(
                        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n",
                        row.own() ? "own" : "bar", LEFT, y, value.median() * scale, BAR)
                + line("spread", LEFT + value.least() * scale, middle, LEFT + value.greatest() * scale, middle)
                + format(
                        "<text x=\"%.1f\" y=\"%d\">%.2f</text>%n",
                        LEFT + Math.max(value.median(), value.greatest()) * scale + 6, y + 13, value.median());
    }

    private static String line(String type, double x1, double y1, double x2, double y2) {
        return format("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", type, x1, y1, x2, y2);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
