package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BodyBufferTest {
    /** The temporary files that hold these bytes; others are those of other processes. */
    private static List<Path> spilled(byte[] bytes) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(f -> f.getFileName().toString().startsWith("onlyonce-answer"))
                    .filter(f -> holds(f, bytes))
                    .toList();
        }
    }

    private static boolean holds(Path file, byte[] bytes) {
        try {
            return Arrays.equals(Files.readAllBytes(file), bytes);
        } catch (IOException e) { // another's, who has deleted it meanwhile or lets nobody else read it
            return false;
        }
    }

    private static byte[] contentOf(BodyBuffer buffer) throws IOException {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        buffer.sendTo(target);
        return target.toByteArray();
    }

    @Test
    @DisplayName("what may be kept stays in memory, what is more goes to a file that only its owner reads")
    void spills() throws IOException {
        byte[] bytes = new byte[10_000];
        new Random().nextBytes(bytes); // which nobody else has
        try (BodyBuffer buffer = new BodyBuffer(5000)) {
            buffer.write(bytes, 0, 4999);
            buffer.write(bytes[4999]);
            assertThat(buffer.kept()).isEqualTo(Arrays.copyOf(bytes, 5000));
            assertThat(contentOf(buffer)).isEqualTo(Arrays.copyOf(bytes, 5000));
            assertThat(spilled(Arrays.copyOf(bytes, 5000))).isEmpty();

            buffer.write(bytes[5000]);
            buffer.write(bytes, 5001, 4999);
            assertThat(buffer.kept()).isNull();
            assertThat(buffer.size()).isEqualTo(10_000);
            assertThat(contentOf(buffer)).isEqualTo(bytes);
            assertThat(contentOf(buffer)).isEqualTo(bytes);
            assertThat(spilled(bytes))
                    .hasSize(1)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));

            buffer.clear();
            assertThat(spilled(bytes)).isEmpty();
            buffer.write(1);
            assertThat(buffer.kept()).containsExactly(1);
            buffer.clear();
            buffer.write(bytes);
            assertThat(spilled(bytes)).hasSize(1);
        }
        assertThat(spilled(bytes)).isEmpty();
    }
}
