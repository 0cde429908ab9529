package io.onlyonce.benchmarks.mvc;

import io.onlyonce.Scope;
import io.onlyonce.benchmarks.design.Business;
import io.onlyonce.benchmarks.design.Node;
import io.onlyonce.http.ScopeResolver;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/** An application with three handlers for one payment, on a free port of the loopback address. */
final class PaymentApp implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(PaymentController.class)
    static class Beans {
        /** The handler: the records of each design are told apart by it. */
        @Bean
        ScopeResolver scopes() {
            return request -> Scope.of(request.getRequestURI().substring(1));
        }
    }

    private PaymentApp(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static PaymentApp start(Node node, int connections) {
        return new PaymentApp(new SpringApplicationBuilder(Beans.class)
                .properties(Map.of(
                        "server.port", "0",
                        "server.address", "127.0.0.1",
                        "server.tomcat.threads.max", String.valueOf(connections),
                        "spring.main.banner-mode", "off",
                        "spring.main.log-startup-info", "false",
                        "spring.main.register-shutdown-hook", "false",
                        "logging.level.root", "warn",
                        "onlyonce.purge.enabled", "false"))
                .initializers((GenericApplicationContext beans) -> {
                    beans.registerBean("dataSource", DataSource.class, node::pool);
                    beans.registerBean(Business.class, node::business);
                })
                .run());
    }

    int port() {
        return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
    }

    @Override
    public void close() {
        context.close();
    }
}
