package io.onlyonce.testkit;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A Java on this machine beside the one that runs: named by an environment variable {@code JAVA_HOME_<version>_<platform>}, as CI services do, or in
 * {@code /usr/lib/jvm}.
 *
 * @param home where it is
 * @param version its feature version, for example 21
 */
public record OtherJava(Path home, int version) {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    /** The oldest that is at least this old, because it forgives least. */
    public static Optional<OtherJava> from(int version) {
        List<Path> homes = new ArrayList<>(System.getenv().entrySet().stream()
                .filter(variable -> variable.getKey().startsWith("JAVA_HOME_"))
                .map(Map.Entry::getValue)
                .map(Path::of)
                .toList());
        homes.add(Path.of(System.getProperty("java.home")));
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> installed = Files.list(INSTALLED)) {
                installed.forEach(homes::add);
            } catch (IOException e) {
                throw new IllegalStateException(INSTALLED + " cannot be read: " + e.getMessage(), e);
            }
        }
        return homes.stream()
                .flatMap(home -> at(home).stream())
                .filter(java -> java.version >= version)
                .min(Comparator.comparing(OtherJava::version));
    }

    private static Optional<OtherJava> at(Path home) {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)
                || !Files.isExecutable(home.resolve("bin").resolve("java"))) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader text = Files.newBufferedReader(release)) {
            properties.load(text);
            String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
            return Optional.of(
                    new OtherJava(home, Runtime.Version.parse(version).feature()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // no Java that says what it is
        }
    }
}
