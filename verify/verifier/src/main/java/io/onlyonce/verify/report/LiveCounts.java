package io.onlyonce.verify.report;

import io.onlyonce.verify.history.Recorder;

/** What came back so far, in a line. It is asked for several times a second, so it reads counters and no history. */
public final class LiveCounts {
    private LiveCounts() {}

    public static String of(Recorder recorder) {
        return Figures.count(recorder.begun(), "request") + ": " + TextReport.listed(recorder.counts());
    }
}
