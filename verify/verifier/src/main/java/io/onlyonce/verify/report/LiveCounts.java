package io.onlyonce.verify.report;

import io.onlyonce.verify.history.History;

/** What came back so far, in a line. */
public final class LiveCounts {
    private LiveCounts() {}

    public static String of(History history) {
        Figures figures = Figures.of(history);
        return Figures.count(figures.requests(), "request") + ": " + TextReport.listed(figures.outcomes());
    }
}
