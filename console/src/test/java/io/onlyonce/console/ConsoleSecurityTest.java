package io.onlyonce.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

@DisplayName("The console behind Spring Security, with its protection of forms")
class ConsoleSecurityTest {
    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private static ConsoleApp app;

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SecurityAutoConfiguration.class,
        SecurityFilterAutoConfiguration.class,
        ServletWebSecurityAutoConfiguration.class,
        UserDetailsServiceAutoConfiguration.class
    })
    static class Security {
        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("rita")
                            .password("{noop}r")
                            .roles("ONLYONCE")
                            .build(),
                    User.withUsername("otto").password("{noop}o").roles("OTHER").build());
        }
    }

    @BeforeAll
    static void open() {
        app = ConsoleApp.with(List.of(Security.class), true, "onlyonce.console.enabled=true");
    }

    @AfterAll
    static void close() {
        app.close();
    }

    private static Client as(String login) {
        String basic = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
        return new Client(app.address(), Map.of("Authorization", "Basic " + basic));
    }

    @Test
    @DisplayName("Its roles decide")
    void roles() throws Exception {
        assertThat(as("rita:r").get("/onlyonce").statusCode()).isEqualTo(200);
        HttpResponse<String> other = as("otto:o").get("/onlyonce");
        assertThat(other.statusCode()).isEqualTo(403);
        assertThat(other.body()).contains("role ONLYONCE");
    }

    @Test
    @DisplayName("Forms carry its token as well as the console's, and need both")
    void tokens() throws Exception {
        HttpResponse<String> page = as("rita:r").get("/onlyonce/search");
        Matcher csrf = CSRF.matcher(page.body());
        assertThat(csrf.find()).isTrue();
        String cookies = page.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
                .collect(Collectors.joining("; "));
        Map<String, String> fields = new HashMap<>(Map.of("number", "1", "_csrf", csrf.group(1)));
        assertThat(as("rita:r").post("/onlyonce/search", cookies, fields).statusCode())
                .isEqualTo(403);
        fields.put("form-token", Client.token(page));
        assertThat(as("rita:r").post("/onlyonce/search", cookies, fields).statusCode())
                .isEqualTo(303);
        fields.remove("_csrf");
        assertThat(as("rita:r").post("/onlyonce/search", cookies, fields).statusCode())
                .isEqualTo(401); // it refuses before it looks who that is
    }
}
