package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.http.Sent.Answer;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class UploadTest {
    private static final int CUT = 0;

    @Parameter
    Container container;

    @TempDir
    Path folder;

    private final Web web = new Web();

    @BeforeEach
    void start() {
        web.uploads("POST /upload", (request, response) -> {
                    web.ledger.add("upload");
                    response.setCharacterEncoding("UTF-8");
                    for (Part part : request.getParts()) {
                        String content = new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                        response.getWriter()
                                .printf("%s/%s/%d ", part.getName(), part.getSubmittedFileName(), content.length());
                        part.delete();
                        assertThat(part.getInputStream().readAllBytes()).hasSize((int) part.getSize());
                    }
                    response.getWriter().print(request.getParameter("note"));
                    assertThat(request.getPart("absent")).isNull();
                    Path target = folder.resolve("written");
                    request.getPart("file").write(target.toString());
                    assertThat(request.getPart("file").getSize()).isEqualTo(Files.size(target));
                })
                .endpoint("POST /json", (request, response) -> response.setStatus(415))
                .start(container);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    private Sent upload(String path, String boundary, String... parts) {
        StringBuilder body = new StringBuilder();
        for (String part : parts) {
            body.append("--").append(boundary).append("\r\n").append(part).append("\r\n");
        }
        body.append("--").append(boundary).append("--\r\n");
        return web.post(path)
                .body(
                        "multipart/form-data; boundary=" + boundary,
                        body.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String note(String text) {
        return "Content-Disposition: form-data; name=\"note\"\r\n\r\n" + text;
    }

    private static String file(String name, String type, String content) {
        return "Content-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\nContent-Type: " + type
                + "\r\n\r\n" + content;
    }

    @Test
    @DisplayName("B-05 an upload arrives whole, and is told apart by its parts, not by its boundary")
    void parts() throws IOException {
        String large = "x".repeat(200_000); // goes to the container's disk
        Answer first = upload("/upload", "AaB03x", note("hi"), file("a.txt", "text/plain", large))
                .key("k")
                .go();

        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("note/null/2 file/a.txt/200000 hi");
        assertThat(Files.size(folder.resolve("written"))).isEqualTo(200_000);
        Answer again = upload("/upload", "other", file("a.txt", "text/plain", large), note("hi"))
                .key("k")
                .go();
        assertThat(again.replayed()).isTrue();
        assertThat(again.bytes()).isEqualTo(first.bytes());
        String[][] others = {
            {note("ho"), file("a.txt", "text/plain", large)},
            {note("hi"), file("b.txt", "text/plain", large)},
            {note("hi"), file("a.txt", "text/html", large)},
            {note("hi"), file("a.txt", "text/plain", large + "x")},
            {note("hi"), file("a.txt", "text/plain", large), note("hi")}
        };
        for (String[] other : others) {
            assertThat(upload("/upload", "AaB03x", other).key("k").go().status())
                    .isEqualTo(422);
        }
        web.mustHold(1, 1);
    }

    /** Jetty closes a connection whose upload it gave up, and the client may lose the answer that was on its way. */
    private static int statusOrCut(Sent upload) {
        try {
            return upload.go().status();
        } catch (UncheckedIOException e) {
            return CUT;
        }
    }

    @Test
    @DisplayName("B-05 an upload beyond the container's limit, or cut, is refused before the effect")
    void refused() {
        int large = statusOrCut(upload("/upload", "b", file("a", "text/plain", "x".repeat(1_000_001)))
                .key("k")
                .alone());
        Answer cut = web.post("/upload")
                .body("multipart/form-data; boundary=b", "--b\r\nContent-Dis".getBytes(StandardCharsets.UTF_8))
                .key("k")
                .alone()
                .go();
        Answer bare = web.post("/upload")
                .body("multipart/form-data", "--b\r\n".getBytes(StandardCharsets.UTF_8))
                .key("k")
                .alone()
                .go();

        assertThat(large).isIn(container == Container.JETTY ? new Object[] {413, CUT} : new Object[] {413});
        assertThat(cut.status()).as(cut.body()).isEqualTo(400);
        assertThat(bare.status()).as(bare.body()).isEqualTo(400);
        assertThat(web.store.claims()).isZero();
        web.mustHold(0, 0);
    }

    @Test
    @DisplayName("B-05 an upload to a servlet that takes none is bytes like any other, and the servlet's to refuse")
    void notConfigured() {
        assertThat(upload("/json", "b", note("hi")).key("k").go().status()).isEqualTo(415);
        web.mustHold(0, 0);
    }
}
