package io.onlyonce.verify.cli;

import io.onlyonce.verify.report.ReportTexts;
import java.nio.file.Path;
import java.util.Collection;
import java.util.TreeSet;

/** What the command line says when something is wrong. */
final class CliTexts {
    private CliTexts() {}

    static String help(String command) {
        return "Try \"" + command + " --help\".";
    }

    static String noCommand(Collection<String> known) {
        return "A command is missing. Known are " + String.join(", ", new TreeSet<>(known)) + ".";
    }

    static String noFile(String file) {
        return "There is no file " + file + ".";
    }

    static String io(Exception failure) {
        return "A file could not be read or written: " + failure.getMessage();
    }

    static String noRun(Path directory) {
        return directory
                + " is not the directory of a run: it has no history. `onlyonce-verify run` writes one and says where.";
    }

    static String rounds(int rounds) {
        return "--rounds is " + rounds + "; it must be 1 or more.";
    }

    static String bug(Throwable failure) {
        return ReportTexts.bug(failure);
    }

    static String saved(Path directory) {
        return "Saved in " + directory + ": history, report.html. Tell it again with `onlyonce-verify explain "
                + directory + "`.";
    }

    static String header(String header) {
        return "\"" + header + "\" is no header; write it as \"Name: value\".";
    }

    static String exists(Path file) {
        return file + " is there already. Give another --out, or --force to write over it.";
    }

    static String written(Path file) {
        return "Written: " + file + ". Read its comments, then: onlyonce-verify run " + file;
    }
}
