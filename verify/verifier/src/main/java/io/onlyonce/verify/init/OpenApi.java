package io.onlyonce.verify.init;

import io.onlyonce.verify.init.Draft.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes the unsafe methods out of an OpenAPI document, version 3 or 2. */
public final class OpenApi {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<String> UNSAFE = List.of("post", "put", "patch", "delete");
    private static final Pattern KEY = Pattern.compile("(?i).*(idempoten|request-?id).*");
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");
    private static final String STANDARD = "http://127.0.0.1:8080";

    private final JsonNode document;

    private OpenApi(JsonNode document) {
        this.document = document;
    }

    /**
     * Reads it, in JSON or YAML.
     *
     * @throws IOException if it can't be read, is none, or has no unsafe method; the message says so
     */
    public static Draft read(Path file) throws IOException {
        String text = Files.readString(file);
        JsonNode document;
        try {
            document = text.stripLeading().startsWith("{")
                    ? JSON.readTree(text)
                    : JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
        } catch (JacksonException | YAMLException e) {
            throw new IOException(InitTexts.noDocument(file, String.valueOf(e.getMessage())), e);
        }
        if (!document.path("paths").isObject()) {
            throw new IOException(InitTexts.noDocument(file, "it has no paths"));
        }
        Draft draft = new OpenApi(document).draft();
        if (draft.requests().isEmpty()) {
            throw new IOException(InitTexts.nothingUnsafe(file));
        }
        return draft;
    }

    private Draft draft() {
        URI server = server();
        String prefix = Optional.ofNullable(server.getPath()).orElse("").replaceFirst("/$", "");
        List<Request> requests = new ArrayList<>();
        List<String> names = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach(path -> UNSAFE.forEach(method -> {
                    JsonNode operation = path.getValue().path(method);
                    if (operation.isObject()) {
                        String wish = operation.path("operationId").asString(method + path.getKey());
                        String name = PlanWriter.name(wish, names);
                        names.add(name);
                        requests.add(request(name, method, prefix + path.getKey(), path.getValue(), operation));
                    }
                }));
        int port = server.getPort() > 0 ? server.getPort() : 80;
        return new Draft(server.getScheme() + "://" + server.getHost() + ":" + port, requests, "");
    }

    private URI server() {
        String url = document.at("/servers/0/url").asString("");
        if (document.has("host")) {
            url = "http://" + document.path("host").asString("")
                    + document.path("basePath").asString("");
        }
        try {
            URI uri = URI.create(url);
            if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
                return uri;
            }
            return URI.create(STANDARD + (uri.getHost() == null && url.startsWith("/") ? url : ""));
        } catch (IllegalArgumentException e) {
            return URI.create(STANDARD);
        }
    }

    private Request request(String name, String method, String path, JsonNode item, JsonNode operation) {
        List<String> notes = new ArrayList<>();
        operation.path("summary").asStringOpt().ifPresent(summary -> notes.add(oneLine(summary)));
        Optional<String> key = parameters(item, operation).stream()
                .filter(parameter -> parameter.path("in").asString("").equals("header"))
                .map(parameter -> parameter.path("name").asString(""))
                .filter(header -> KEY.matcher(header).matches())
                .findFirst();
        if (key.isEmpty()) {
            notes.add(InitTexts.noKey());
        }
        Sample sample = new Sample(document);
        String body = body(item, operation, sample);
        if (!body.isEmpty() && !body.contains("${ref}")) {
            notes.add(InitTexts.sameBody());
        }
        String filled = path(path);
        if (!filled.equals(path)) {
            notes.add(InitTexts.needs());
        }
        return new Request(
                name, method.toUpperCase(Locale.ROOT), filled, key.orElse("Idempotency-Key"), body, "", notes);
    }

    private static String path(String path) {
        Matcher matcher = PARAMETER.matcher(PlanWriter.literal(path));
        return matcher.replaceAll(parameter -> Matcher.quoteReplacement(
                "${env." + parameter.group(1).replaceAll("[^A-Za-z0-9]+", "_").toUpperCase(Locale.ROOT) + ":-1}"));
    }

    private List<JsonNode> parameters(JsonNode item, JsonNode operation) {
        List<JsonNode> parameters = new ArrayList<>();
        Sample resolver = new Sample(document);
        for (JsonNode owner : List.of(operation, item)) {
            owner.path("parameters").forEach(parameter -> parameters.add(resolver.resolved(parameter)));
        }
        return parameters;
    }

    private String body(JsonNode item, JsonNode operation, Sample sample) {
        JsonNode content = sample.resolved(operation.path("requestBody")).path("content");
        JsonNode media = content.has("application/json")
                ? content.path("application/json")
                : content.properties().stream()
                        .filter(entry -> entry.getKey().contains("json"))
                        .map(entry -> entry.getValue())
                        .findFirst()
                        .orElse(JSON.missingNode());
        if (media.isMissingNode()) {
            return parameters(item, operation).stream()
                    .filter(parameter -> parameter.path("in").asString("").equals("body"))
                    .map(parameter -> sample.of(parameter.path("schema")))
                    .findFirst()
                    .orElse("");
        }
        JsonNode example = media.path("example");
        if (example.isMissingNode()) {
            example = media.path("examples").properties().stream()
                    .map(entry -> sample.resolved(entry.getValue()).path("value"))
                    .findFirst()
                    .orElse(example);
        }
        return example.isMissingNode() ? sample.of(media.path("schema")) : sample.with(example, media.path("schema"));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
