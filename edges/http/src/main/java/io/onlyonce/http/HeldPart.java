package io.onlyonce.http;

import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A part that outlives its handler: frameworks delete parts when the handler is through, but the database may have the whole work run again. The container
 * deletes them with the request.
 */
record HeldPart(Part part) implements Part {
    @Override
    public void delete() {
        // when the request ends
    }

    /** Copies where the container would move; a path that is relative to the container's upload folder is left to the container. */
    @Override
    public void write(String fileName) throws IOException {
        if (!Path.of(fileName).isAbsolute()) {
            part.write(fileName);
            return;
        }
        try (InputStream content = part.getInputStream()) {
            Files.copy(content, Path.of(fileName), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return part.getInputStream();
    }

    @Override
    public @Nullable String getContentType() {
        return part.getContentType();
    }

    @Override
    public String getName() {
        return part.getName();
    }

    @Override
    public @Nullable String getSubmittedFileName() {
        return part.getSubmittedFileName();
    }

    @Override
    public long getSize() {
        return part.getSize();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return part.getHeader(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return part.getHeaders(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return part.getHeaderNames();
    }
}
