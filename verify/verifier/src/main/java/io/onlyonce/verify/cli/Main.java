package io.onlyonce.verify.cli;

import java.io.InputStreamReader;
import java.nio.charset.Charset;
import picocli.CommandLine;

/** Where the executable jar begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(exitCode(
                OnlyOnceVerify.commandLine(new InputStreamReader(System.in, Charset.defaultCharset())), arguments));
    }

    /** Whatever is thrown proves nothing: if it left this method, Java would end with 1, which is the code of a broken rule. */
    static int exitCode(CommandLine command, String... arguments) {
        try {
            return command.execute(arguments);
        } catch (Throwable e) {
            command.getErr().println(CliTexts.bug(e));
            return OnlyOnceVerify.UNKNOWN;
        }
    }
}
