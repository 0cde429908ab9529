package io.onlyonce.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** The files that pages load: these and no others, read once. Thread-safe. */
final class Assets {
    private static final MediaType CSS = MediaType.parseMediaType("text/css;charset=UTF-8");
    private static final MediaType SCRIPT = MediaType.parseMediaType("text/javascript;charset=UTF-8");
    private static final MediaType PICTURE = MediaType.parseMediaType("image/svg+xml");

    private static final String OWN = "io/onlyonce/console/assets/";
    private static final String WEBJARS = "META-INF/resources/webjars/";

    /** With the versions of the root's {@code pom.xml} in their places: where another one is, the console does not start. */
    private static final Map<String, Source> SOURCES = Map.of(
            "console.css", new Source(OWN + "console.css", CSS),
            "console.js", new Source(OWN + "console.js", SCRIPT),
            "icon.svg", new Source(OWN + "icon.svg", PICTURE),
            "htmx.js", new Source(WEBJARS + "htmx.org/2.0.4/dist/htmx.min.js", SCRIPT),
            "uplot.js", new Source(WEBJARS + "uplot/1.6.30/dist/uPlot.iife.min.js", SCRIPT),
            "uplot.css", new Source(WEBJARS + "uplot/1.6.30/dist/uPlot.min.css", CSS));

    private final Map<String, Loaded> files = SOURCES.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, file -> read(file.getValue())));

    private record Source(String place, MediaType type) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Loaded(byte[] bytes, MediaType type) {}

    private static Loaded read(Source source) {
        try (InputStream stream = Assets.class.getClassLoader().getResourceAsStream(source.place())) {
            if (stream == null) {
                throw new IllegalStateException(ConsoleTexts.missingAsset(source.place()));
            }
            return new Loaded(stream.readAllBytes(), source.type());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ServerResponse serve(ServerRequest request) {
        Loaded file = files.get(request.pathVariable("file"));
        if (file == null) {
            throw new Trouble(HttpStatus.NOT_FOUND, "page");
        }
        return Answers.bytes(Answers.of(HttpStatus.OK).contentType(file.type()), file.bytes());
    }
}
