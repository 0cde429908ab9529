package io.onlyonce.verify.cli;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import picocli.CommandLine;

/** What a command printed, and how it ended. */
record Shell(int code, String out, String err) {
    static Shell run(String... arguments) {
        return typing("", arguments);
    }

    /** The same with a person who types. */
    static Shell typing(String typed, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = OnlyOnceVerify.commandLine(new StringReader(typed))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        int code = command.execute(arguments);
        return new Shell(code, out.toString(), err.toString());
    }
}
