package io.onlyonce.testkit.server;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine. */
final class Installed {
    private Installed() {}

    /** The program that {@code PATH} leads to. */
    static Optional<Path> program(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(Files::isExecutable)
                .findFirst();
    }
}
