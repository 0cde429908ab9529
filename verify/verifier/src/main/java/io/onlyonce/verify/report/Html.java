package io.onlyonce.verify.report;

import java.util.List;

/** Puts HTML together. What is text is escaped; only this class writes marks that were not. */
final class Html {
    private static final int REPLACEMENT = 0xFFFD;

    private final StringBuilder out = new StringBuilder();

    /** Marks, written here in the program and nowhere else. */
    Html raw(String marks) {
        out.append(marks);
        return this;
    }

    Html text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** An element with a text. */
    Html element(String tag, String text) {
        return raw("<" + tag + ">").text(text).raw("</" + tag.replaceFirst(" .*", "") + ">\n");
    }

    /** A table; columns whose number stands in {@code numeric} are aligned as numbers. */
    Html table(List<String> head, List<List<String>> rows, List<Integer> numeric) {
        raw("<div class=\"scroll\"><table><thead><tr>");
        for (int i = 0; i < head.size(); i++) {
            element(numeric.contains(i) ? "th class=\"number\"" : "th", head.get(i));
        }
        raw("</tr></thead><tbody>\n");
        for (List<String> row : rows) {
            raw("<tr>");
            for (int i = 0; i < row.size(); i++) {
                element(numeric.contains(i) ? "td class=\"number\"" : "td", row.get(i));
            }
            raw("</tr>\n");
        }
        return raw("</tbody></table></div>\n");
    }

    /** The text with nothing in it that HTML or XML would read as a mark. */
    static String escaped(String text) {
        return printable(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** The text without the characters that XML does not allow. */
    static String printable(String text) {
        return text.codePoints()
                .map(point -> allowed(point) ? point : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean allowed(int point) {
        return point == '\n'
                || point == '\t'
                || (point >= 0x20 && point < 0x7F)
                || (point >= 0xA0 && point < Character.MIN_SURROGATE)
                || (point > Character.MAX_SURROGATE && point < 0xFFFE)
                || point > 0xFFFF;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
