package io.onlyonce.verify.report;

import java.util.Locale;
import java.util.Map;

/** Horizontal bars with their names and numbers. */
final class BarChart {
    private static final int WIDTH = 460;
    private static final int LABEL = 150;
    private static final int VALUE = 64;
    private static final int ROW = 24;

    private BarChart() {}

    static String of(String title, Map<String, Integer> values) {
        Html svg = new Html();
        int most = values.values().stream().mapToInt(Integer::intValue).max().orElse(1);
        svg.raw("<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\""
                        .formatted(WIDTH, values.size() * ROW + 4))
                .text(title)
                .raw("\">\n");
        int row = 0;
        for (var value : values.entrySet()) {
            int y = row++ * ROW;
            double width = Math.max(1.0, (double) (WIDTH - LABEL - VALUE) * value.getValue() / most);
            svg.raw("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">".formatted(LABEL - 8, y + 17))
                    .text(value.getKey())
                    .raw("</text>");
            svg.raw(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"16\" rx=\"2\"/>",
                    LABEL,
                    y + 4,
                    width));
            svg.raw(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\">%,d</text>\n",
                    LABEL + width + 6,
                    y + 17,
                    value.getValue()));
        }
        return svg.raw("</svg>\n").toString();
    }
}
