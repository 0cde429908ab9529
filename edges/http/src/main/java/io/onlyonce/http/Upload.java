package io.onlyonce.http;

import io.onlyonce.Fingerprint;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A multipart form, parsed by the container: what counts is each part's name, file name, type and content, not the boundary between them. */
record Upload(MediaType type, List<Part> parts) implements RequestBody {

    @Override
    public void describe(Fingerprint.Hasher hasher, VolatileFields volatileFields) {
        hasher.add(type.type()).add("multipart");
        List<Part> sorted = new ArrayList<>(parts);
        sorted.removeIf(part -> volatileFields.namesField(part.getName()));
        sorted.sort(Comparator.comparing(Part::getName));
        hasher.add(Integer.toString(sorted.size()));
        for (Part part : sorted) {
            hasher.add(part.getName());
            add(hasher, part.getSubmittedFileName());
            add(hasher, part.getContentType());
            hasher.add(digest(part));
        }
    }

    private static void add(Fingerprint.Hasher hasher, @Nullable String text) {
        hasher.add(text == null ? "absent" : "=" + text);
    }

    private static byte[] digest(Part part) {
        try (InputStream content = part.getInputStream()) {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[8192];
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                sha256.update(buffer, 0, read);
            }
            return sha256.digest();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256; this one does not.", e);
        }
    }

    @Override
    public HttpServletRequest unread(HttpServletRequest request, String endpoint) {
        List<Part> held = parts.stream().<Part>map(HeldPart::new).toList();
        return new ProtectedRequest(request, endpoint) {
            @Override
            public Collection<Part> getParts() {
                return held;
            }

            @Override
            public @Nullable Part getPart(String name) {
                return held.stream()
                        .filter(part -> part.getName().equals(name))
                        .findFirst()
                        .orElse(null);
            }
        };
    }
}
