package io.onlyonce.spring.support;

import io.onlyonce.spring.autoconfigure.OnlyOnceTokenWebAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceWebAutoConfiguration;
import io.onlyonce.testkit.CountingDataSource;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/** A web application on a free port, with its own client and a look at its connections. */
public final class WebApp implements AutoCloseable {
    private final BusinessDatabase database;
    private final CountingDataSource counting;
    private final ServletWebServerApplicationContext context;
    private final Client client;

    @Configuration(proxyBeanMethods = false)
    @Import(App.Base.class)
    @ImportAutoConfiguration({
        DispatcherServletAutoConfiguration.class,
        ErrorMvcAutoConfiguration.class,
        HttpEncodingAutoConfiguration.class,
        HttpMessageConvertersAutoConfiguration.class,
        JacksonAutoConfiguration.class,
        MultipartAutoConfiguration.class,
        OnlyOnceTokenWebAutoConfiguration.class,
        OnlyOnceWebAutoConfiguration.class,
        PropertyPlaceholderAutoConfiguration.class,
        TomcatServletWebServerAutoConfiguration.class,
        ValidationAutoConfiguration.class,
        WebMvcAutoConfiguration.class
    })
    static class Base {}

    /** The parts of Spring Boot that put Spring Security's filter chain in. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SecurityAutoConfiguration.class,
        SecurityFilterAutoConfiguration.class,
        ServletWebSecurityAutoConfiguration.class
    })
    public static class Security {}

    private WebApp(BusinessDatabase database, Class<?>[] beans, String... properties) {
        this.database = database;
        this.counting = new CountingDataSource(database.pool());
        this.context = (ServletWebServerApplicationContext) new SpringApplicationBuilder(Base.class)
                .sources(beans)
                .properties("server.port=0", "spring.main.banner-mode=off", "spring.main.log-startup-info=false")
                .properties("onlyonce.patience=30s", "onlyonce.purge.interval=1d") // no purge among what a test counts
                .properties(properties)
                .initializers((GenericApplicationContext starting) ->
                        starting.registerBean("dataSource", DataSource.class, counting::dataSource))
                .run();
        this.client = new Client(context.getWebServer().getPort());
    }

    /** The classes are configurations, controllers and other beans. */
    public static WebApp start(BusinessDatabase database, Class<?>... beans) {
        return new WebApp(database, beans);
    }

    /** The same with properties of its own. */
    public static WebApp start(BusinessDatabase database, Class<?> bean, String... properties) {
        return start(database, new Class<?>[] {bean}, properties);
    }

    /** The same with several beans. */
    public static WebApp start(BusinessDatabase database, Class<?>[] beans, String... properties) {
        return new WebApp(database, beans, properties);
    }

    /** Starts one without a server per run, to see how the start goes. */
    public static WebApplicationContextRunner runner(BusinessDatabase database, Class<?>... beans) {
        Class<?>[] parts = Stream.of(App.Base.class, Base.class)
                .flatMap(base -> Arrays.stream(
                        base.getAnnotation(ImportAutoConfiguration.class).value()))
                .filter(part -> part != TomcatServletWebServerAutoConfiguration.class)
                .toArray(Class<?>[]::new);
        return new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(parts))
                .withUserConfiguration(beans)
                .withBean("dataSource", DataSource.class, database::pool)
                .withBean(Effects.class);
    }

    public BusinessDatabase database() {
        return database;
    }

    /** Counts what the application does with its data source. */
    public CountingDataSource counting() {
        return counting;
    }

    public Client client() {
        return client;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
