package io.onlyonce.verify.report;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The texts of what can go wrong with saved runs. */
final class ReportTexts {
    private ReportTexts() {}

    static String line(Path file, int line, @Nullable String why) {
        return file(file + ", line " + line, why);
    }

    static String file(Object file, @Nullable String why) {
        return "%s was not written by a run, or not to its end: %s".formatted(file, why);
    }
}
