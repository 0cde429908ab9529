package io.onlyonce.console;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditId;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.memory.MemoryAudit;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.AbandonedClaims;
import io.onlyonce.record.RecordKey;
import io.onlyonce.spring.desk.Desk;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.filter.OncePerRequestFilter;

/** An application with the console on a free port; who calls, and with which role, a header says. */
final class ConsoleApp implements AutoCloseable {
    static final String USER = "Test-User";
    static final String ROLES = "Test-Roles";

    final TestRecords records = new TestRecords();
    final MemoryAudit audit = new MemoryAudit();
    private final AuditTrail trail = new AuditTrail(audit, InstantSource.system(), 1000);
    private final ServletWebServerApplicationContext context;

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ConsoleAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        ErrorMvcAutoConfiguration.class,
        HttpEncodingAutoConfiguration.class,
        PropertyPlaceholderAutoConfiguration.class,
        TomcatServletWebServerAutoConfiguration.class,
        WebMvcAutoConfiguration.class
    })
    static class Base {}

    /** Takes the headers' word for it. */
    static final class Login extends OncePerRequestFilter {
        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String user = request.getHeader(USER);
            String roles = request.getHeader(ROLES);
            chain.doFilter(user == null ? request : new Known(request, user, roles), response);
        }
    }

    private static final class Known extends HttpServletRequestWrapper {
        private final String user;
        private final List<String> roles;

        Known(HttpServletRequest request, String user, String roles) {
            super(request);
            this.user = user;
            this.roles = Pattern.compile(",").splitAsStream(roles).toList();
        }

        @Override
        public Principal getUserPrincipal() {
            return () -> user;
        }

        @Override
        public boolean isUserInRole(String role) {
            return roles.contains(role);
        }
    }

    private ConsoleApp(boolean audited, List<Class<?>> more, List<ConsoleList> lists, String... properties) {
        Desk desk = new Desk(
                records.store,
                new AbandonedClaims(records.store, records.store),
                audited ? new Desk.Audit(audit, trail, Duration.ofDays(30)) : null,
                Duration.ofDays(1),
                InstantSource.system());
        this.context = (ServletWebServerApplicationContext) new SpringApplicationBuilder(Base.class)
                .sources(more.toArray(Class<?>[]::new))
                .properties("server.port=0", "spring.main.banner-mode=off", "spring.main.log-startup-info=false")
                .properties(properties)
                .initializers((GenericApplicationContext starting) -> {
                    starting.registerBean(Desk.class, () -> desk);
                    for (int i = 0; i < lists.size(); i++) {
                        ConsoleList list = lists.get(i);
                        starting.registerBean("list" + i, ConsoleList.class, () -> list);
                    }
                })
                .run();
    }

    /** With an audit table, and the headers for a login. */
    static ConsoleApp start(String... properties) {
        return new ConsoleApp(true, List.of(Login.class), List.of(), properties);
    }

    /** With lists of the application. */
    static ConsoleApp with(List<ConsoleList> lists, String... properties) {
        return new ConsoleApp(true, List.of(Login.class), lists, properties);
    }

    /** With both. */
    static ConsoleApp with(List<ConsoleList> lists, Class<?> beans, String... properties) {
        return new ConsoleApp(true, List.of(Login.class, beans), lists, properties);
    }

    static ConsoleApp withoutAudit(String... properties) {
        return new ConsoleApp(false, List.of(Login.class), List.of(), properties);
    }

    /** With a login of the application's own. */
    static ConsoleApp with(List<Class<?>> beans, boolean audited, String... properties) {
        return new ConsoleApp(audited, beans, List.of(), properties);
    }

    String address() {
        return "http://localhost:" + context.getWebServer().getPort();
    }

    /** One entry of the audit table. */
    void happened(Instant when, Decision.Kind kind, RecordKey key, Summary summary, int attempt) {
        Decision decision =
                new Decision(kind, key, Decision.Layer.RECORD, attempt, summary, Duration.ofNanos(4_200_000));
        audit.append(List.of(AuditEntry.of(AuditId.at(when), decision, "req-" + when.toEpochMilli() % 10_000)));
    }

    @Override
    public void close() {
        context.close();
        trail.close();
    }
}
