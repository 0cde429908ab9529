package io.onlyonce.broken;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The registry has everything, and everything in it says what it is. */
class RegistryTest {
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Set<String> NO_VARIANTS = Set.of("package-info", "Answers", "AnswerCodec");

    @Test
    void there_are_enough_of_both() {
        assertThat(Variants.broken()).hasSizeGreaterThanOrEqualTo(40).noneMatch(Variant::right);
        assertThat(Variants.right()).hasSizeGreaterThanOrEqualTo(15).allMatch(Variant::right);
        for (Area area : Area.values()) {
            assertThat(Variants.broken()).as("broken %s", area).anyMatch(variant -> variant.area() == area);
            assertThat(Variants.right()).as("right %s", area).anyMatch(variant -> variant.area() == area);
        }
    }

    @Test
    void names_are_used_once() {
        assertThat(Variants.all())
                .extracting(Variant::name)
                .doesNotHaveDuplicates()
                .contains("check-then-act");
    }

    @Test
    void broken_ones_tell_what_finds_them() {
        assertThat(Variants.broken()).allMatch(variant -> !variant.foundBy().isEmpty());
        assertThat(Variants.right()).allMatch(variant -> variant.foundBy().isEmpty());
    }

    @Test
    void each_tells_its_fault_or_its_style() throws IOException {
        for (Variant variant : Variants.all()) {
            String source =
                    Files.readString(SOURCES.resolve(variant.type().getName().replace('.', '/') + ".java"));
            String javadoc = source.substring(source.indexOf("/**"), source.indexOf("public final class"));
            assertThat(javadoc.replaceAll("[\\s*]+", " "))
                    .as(variant.name())
                    .startsWith(variant.right() ? "/ Right: " : "/ Fault: ");
        }
    }

    @Test
    void every_class_beside_them_is_in_the_registry() throws IOException {
        Set<Path> folders = Variants.all().stream()
                .map(variant -> SOURCES.resolve(variant.type().getPackageName().replace('.', '/')))
                .collect(Collectors.toSet());
        for (Path folder : folders) {
            try (Stream<Path> files = Files.list(folder)) {
                List<String> there = files.map(
                                file -> file.getFileName().toString().replace(".java", ""))
                        .filter(name -> !NO_VARIANTS.contains(name))
                        .toList();
                assertThat(Variants.all())
                        .extracting(variant -> variant.type().getSimpleName())
                        .containsAll(there);
            }
        }
    }
}
