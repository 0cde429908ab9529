package io.onlyonce.console;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser's part in it: one cookie, forms, and who it says it is. */
final class Client {
    static final Map<String, String> NOBODY = Map.of();
    static final Map<String, String> READER = Map.of(ConsoleApp.USER, "rita", ConsoleApp.ROLES, "ONLYONCE");
    static final Map<String, String> ADMIN =
            Map.of(ConsoleApp.USER, "ada", ConsoleApp.ROLES, "ONLYONCE,ONLYONCE_ADMIN");

    private static final Pattern TOKEN = Pattern.compile("name=\"form-token\" value=\"([0-9a-f]{32})\"");

    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;
    private final Map<String, String> headers;

    Client(String address, Map<String, String> headers) {
        this.address = address;
        this.headers = headers;
    }

    HttpResponse<String> get(String path, String... more) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path);
        if (more.length > 0) {
            request.headers(more);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String cookie, Map<String, String> fields)
            throws IOException, InterruptedException {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return http.send(
                request(path)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Cookie", cookie)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
        headers.forEach(request::header);
        return request;
    }

    /** The cookie that came with a page. */
    static String cookie(HttpResponse<?> page) {
        return page.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(FormToken.COOKIE))
                .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
                .findFirst()
                .orElseThrow();
    }

    /** The token that the page's forms carry. */
    static String token(HttpResponse<String> page) {
        Matcher found = TOKEN.matcher(page.body());
        if (!found.find()) {
            throw new AssertionError("There is no form in " + page.body());
        }
        return found.group(1);
    }
}
