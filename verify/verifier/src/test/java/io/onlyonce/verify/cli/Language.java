package io.onlyonce.verify.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Other languages than Java that the order service is written in. */
enum Language {
    NODE("node", "orders.mjs"),
    PYTHON("python3", "orders.py");

    private final String program;
    private final String file;

    Language(String program, String file) {
        this.program = program;
        this.file = file;
    }

    /** Those that this machine has: one at least, or the tests can't tell anything. */
    static List<Language> here() {
        List<Language> here = Arrays.stream(values()).filter(Language::isHere).toList();
        if (here.isEmpty()) {
            throw new IllegalStateException("Neither node nor python3 is installed; the tests need one of them.");
        }
        return here;
    }

    private boolean isHere() {
        try {
            return new ProcessBuilder(program, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The command that starts the service. */
    String command(int port, String mode) {
        return program + " " + Path.of("src/test/resources/servers", file).toAbsolutePath() + " " + port + " " + mode;
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
