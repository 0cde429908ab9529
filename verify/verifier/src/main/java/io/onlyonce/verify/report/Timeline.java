package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import java.util.List;
import java.util.Locale;

/** The picture of a counter-example: a lane for each request with its interval, what became of it, and what was done to the service meanwhile as vertical lines. */
final class Timeline {
    private static final int WIDTH = 960;
    private static final int LEFT = 20;
    private static final int RIGHT = 40;
    private static final int TOP = 34;
    private static final int LANE = 58;
    private static final int BAR = 14;
    private static final int MOST_LANES = 40;
    private static final int SHOWN = 120;
    private static final int TICKS = 5;

    private final List<Attempt> lanes;
    private final int undrawn;
    private final List<Event.Noted> notes;
    private final long start;
    private final long length;
    private final Html svg = new Html();

    private Timeline(CounterExample example, History history) {
        Story story = new Story(example, history);
        this.lanes = example.attempts().stream().limit(MOST_LANES).toList();
        this.undrawn = example.attempts().size() - lanes.size();
        this.notes = story.notes();
        this.start = story.start();
        this.length = Math.max(1_000_000, story.end() - start);
    }

    static String of(CounterExample example, History history) {
        return new Timeline(example, history).draw();
    }

    private String draw() {
        int height = TOP + lanes.size() * LANE + 8;
        svg.raw(
                "<div class=\"scroll\"><svg class=\"timeline\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Timeline of the counter-example\">\n"
                        .formatted(WIDTH, height));
        for (int tick = 0; tick <= TICKS; tick++) {
            tick(start + length * tick / TICKS, height, tick);
        }
        for (Event.Noted note : notes) {
            double x = x(note.at());
            line("blow", x, TOP - 8, x, height);
            svg.raw("<text class=\"blow\" x=\"%s\" y=\"%d\">".formatted(number(x + 4), TOP + 2))
                    .text(note.what())
                    .raw("</text>\n");
        }
        for (int lane = 0; lane < lanes.size(); lane++) {
            lane(lanes.get(lane), TOP + lane * LANE);
        }
        svg.raw("</svg></div>\n");
        if (undrawn > 0) {
            svg.element("p class=\"facts\"", ReportTexts.undrawn(lanes.size(), undrawn));
        }
        return svg.toString();
    }

    private void tick(long at, int height, int index) {
        double x = x(at);
        line("grid", x, TOP - 8, x, height);
        String anchor = index == 0 ? "start" : index == TICKS ? "end" : "middle";
        svg.raw("<text class=\"axis\" text-anchor=\"%s\" x=\"%s\" y=\"16\">".formatted(anchor, number(x)))
                .text(index == 0 ? Figures.seconds(at) : "+" + Figures.millis((at - start) / 1e6))
                .raw("</text>\n");
    }

    private void lane(Attempt attempt, int top) {
        Event.OfAttempt end = attempt.end();
        double from = x(attempt.start());
        double to = attempt.isUnknown() ? WIDTH - RIGHT : Math.max(from + 3, x(attempt.over()));
        String fault = attempt.invoked().fault();
        svg.raw("<g><title>")
                .text(attempt.identity() + "\n" + attempt.outcome())
                .raw("</title>\n");
        svg.raw("<text class=\"name\" x=\"%d\" y=\"%d\">".formatted(LEFT, top + 18))
                .text(Story.name(attempt) + ": " + attempt.call().line() + (fault.isEmpty() ? "" : "  ⚡ " + fault))
                .raw("</text>\n");
        svg.raw("<rect class=\"bar %s\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\" rx=\"3\"/>\n"
                .formatted(style(attempt), number(from), top + 24, number(to - from), BAR));
        if (attempt.isUnknown()) {
            double known = end == null ? from : x(end.at());
            line("lost", known, top + 22, known, top + 26 + BAR);
            svg.raw("<text class=\"name\" x=\"%d\" y=\"%d\">?</text>\n".formatted(WIDTH - RIGHT + 8, top + 36));
        }
        svg.raw("<text class=\"outcome\" x=\"%d\" y=\"%d\">".formatted(LEFT, top + 51))
                .text(cut(
                        attempt.answer().isPresent()
                                ? Figures.outcome(attempt) + ": " + attempt.outcome()
                                : attempt.outcome()))
                .raw("</text></g>\n");
    }

    private static String style(Attempt attempt) {
        if (attempt.isUnknown()) {
            return "unknown";
        }
        return attempt.answer()
                .map(answer -> switch (answer.meaning()) {
                    case SUCCESS -> answer.replayed() ? "replay" : "success";
                    case REFUSED, MISMATCH -> "refused";
                    case IN_PROGRESS, RETRY -> "waiting";
                })
                .orElse("waiting");
    }

    private void line(String style, double x1, double y1, double x2, double y2) {
        svg.raw("<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
                .formatted(style, number(x1), number(y1), number(x2), number(y2)));
    }

    private double x(long at) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (double) (at - start) / length;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String cut(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
