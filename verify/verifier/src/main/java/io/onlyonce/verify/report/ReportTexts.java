package io.onlyonce.verify.report;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The texts of what can go wrong with runs that are reported and saved. */
public final class ReportTexts {
    private ReportTexts() {}

    static String line(Path file, int line, @Nullable String why) {
        return file(file + ", line " + line, why);
    }

    static String undrawn(int drawn, int more) {
        return "The first %d requests are drawn; %d more are told step by step.".formatted(drawn, more);
    }

    static String missed(List<String> faults) {
        return "planned, and never happened: " + String.join(", ", faults) + ". Take more rounds, or a shorter every.";
    }

    static String interrupted() {
        return "The run was interrupted.";
    }

    static String seen() {
        return "What was seen until then is in the history.";
    }

    /** A failure of the verifier itself, with what is at its bottom. */
    public static String bug(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return "The verifier itself failed: " + failure + (root == failure ? "." : ", because of " + root + ".");
    }

    static String file(Object file, @Nullable String why) {
        return "%s was not written by a run, or not to its end: %s".formatted(file, why);
    }
}
