package io.onlyonce.console;

import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the console.
 *
 * @param enabled whether it is there at all
 * @param path where it is, below the application's context path
 * @param role who may look: what the servlet container, or Spring Security, calls a role
 * @param actingRole who may also settle claims and re-drive dead letters
 * @param unprotected lets everybody do everything, for development
 */
@ConfigurationProperties("onlyonce.console")
public record ConsoleProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("/onlyonce") String path,
        @DefaultValue("ONLYONCE") String role,
        @DefaultValue("ONLYONCE_ADMIN") String actingRole,
        @DefaultValue("false") boolean unprotected) {
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_.-]+)+");

    public ConsoleProperties {
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException(ConsoleTexts.path(path));
        }
        mustName("role", role);
        mustName("acting-role", actingRole);
    }

    private static void mustName(String name, String role) {
        if (role.isBlank()) {
            throw new IllegalArgumentException(ConsoleTexts.role(name, role));
        }
    }
}
