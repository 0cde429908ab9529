package io.onlyonce.verify.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The lines of a log that were not read before. Bytes that are no UTF-8 are replaced: half a character must not end a run. Not thread-safe. */
final class LogTail {
    private final Path file;
    private long offset;

    LogTail(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** All whole lines since the last time; a line without an end is left for the next time. A file that became shorter is read from its beginning. */
    List<String> more() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            offset = channel.size() < offset ? 0 : offset;
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size() - offset));
            channel.position(offset);
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes);
            }
            int whole = bytes.position();
            while (whole > 0 && bytes.get(whole - 1) != '\n') {
                whole--;
            }
            offset += whole;
            return new String(bytes.array(), 0, whole, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
