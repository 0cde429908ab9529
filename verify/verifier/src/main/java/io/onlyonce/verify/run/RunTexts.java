package io.onlyonce.verify.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The texts of what can go wrong with a run: each names what, and the remedy. */
final class RunTexts {
    private RunTexts() {}

    static String notReady(String url, Duration patience, String last) {
        return "%s was not ready after %s: %s. Start the service, or correct target.url and target.ready."
                .formatted(url, readable(patience), last);
    }

    static String died(int node, int code, Path output) {
        return "Node %d ended by itself with code %d. Its output is in %s.".formatted(node + 1, code, output);
    }

    static String notStarted(String command, @Nullable String why) {
        return "The start command \"%s\" could not be run: %s.".formatted(command, why);
    }

    static String noConnection(String url, @Nullable String why) {
        return "The database %s could not be reached: %s. Correct data.url, user and password, and have the driver on the class path."
                .formatted(url, why);
    }

    static String query(String query, @Nullable String why) {
        return "The query could not be run: %s%n  %s".formatted(query.strip(), why);
    }

    static String setup(String statement, @Nullable String why) {
        return "The setup statement could not be run: %s%n  %s".formatted(statement.strip(), why);
    }

    static String columns(String query, int wanted, int had) {
        return "The query gives %d columns, %d are needed: %s".formatted(had, wanted, query.strip());
    }

    static String number(String query, String value) {
        return "\"%s\" is no number, and one is needed: %s".formatted(value, query.strip());
    }

    static String document(String url, String why) {
        return "%s gave no rows that could be read: %s.".formatted(url, why);
    }

    static String code(String name, String why) {
        return "\"%s\" could not be read: %s.".formatted(name, why);
    }

    static String log(Path file, @Nullable String why) {
        return "The log %s could not be read: %s. Correct observe.log.file.".formatted(file, why);
    }

    static String need(String request, String outcome) {
        return "The request \"%s\" prepares others and had no success: %s.".formatted(request, outcome);
    }

    static String oneNumber(String balance, int rows) {
        return "The balance \"%s\" is %d rows; it must be one number. Sum it up, with COALESCE where there may be nothing."
                .formatted(balance, rows);
    }

    static String missing(String column, String row) {
        return "There is no %s in the row %s. Correct its columns.".formatted(column, row);
    }

    static String source(String source, @Nullable String why) {
        return "What is looked at is the same for all operations, so only ${run} can stand in it: %s%n  %s"
                .formatted(source.strip(), why);
    }

    static String done(String value, Set<String> yes, Set<String> no) {
        return "A record says \"%s\" where it is to say whether it is done. Known are %s for yes and %s for no, in upper or lower case; compare it in observe.records."
                .formatted(value, new TreeSet<>(yes), new TreeSet<>(no));
    }

    static String unfilled(String request, @Nullable String why) {
        return "The request \"%s\" could not be put together: %s".formatted(request, why);
    }

    static String hangs(String command, Duration patience) {
        return "The command \"%s\" had not ended after %s. Give it an end, or target.patience more time."
                .formatted(command, readable(patience));
    }

    static String dirty(String what) {
        return "The data were wrong before anything was sent: %s Clean them, or let setup do it.".formatted(what);
    }

    static String stopped(@Nullable String why) {
        return "the run stopped here: " + why;
    }

    private static String readable(Duration duration) {
        return duration.toMillis() < 10_000 ? duration.toMillis() + " ms" : duration.toSeconds() + " s";
    }
}
