package io.onlyonce.verify.cli;

import java.io.InputStreamReader;
import java.nio.charset.Charset;

/** Where the executable jar begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(OnlyOnceVerify.commandLine(new InputStreamReader(System.in, Charset.defaultCharset()))
                .execute(arguments));
    }
}
