package io.onlyonce.spring.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.autoconfigure.OnlyOnceAutoConfiguration;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NestedExceptionUtils;

/** Applications without a web server: OnlyOnce on a data source, and the beans of a test. */
public final class App {
    private App() {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        OnlyOnceAutoConfiguration.class
    })
    @Import(Effects.class)
    static class Base {}

    /** Starts one that is used by many tests. */
    public static ConfigurableApplicationContext start(BusinessDatabase database, Class<?>... beans) {
        return new SpringApplicationBuilder(Base.class)
                .sources(beans)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off", "spring.main.log-startup-info=false", "onlyonce.patience=30s")
                .initializers((GenericApplicationContext context) ->
                        context.registerBean("dataSource", DataSource.class, database::pool))
                .run();
    }

    /** Starts one per run, to see how the start goes. */
    public static ApplicationContextRunner runner(BusinessDatabase database, Class<?>... beans) {
        ApplicationContextRunner runner =
                bare().withBean("dataSource", DataSource.class, database::pool).withBean(Effects.class);
        for (Class<?> bean : beans) {
            runner = withBean(runner, bean);
        }
        return runner;
    }

    private static <T> ApplicationContextRunner withBean(ApplicationContextRunner runner, Class<T> bean) {
        return bean.isAnnotationPresent(Configuration.class)
                ? runner.withUserConfiguration(bean)
                : runner.withBean(bean);
    }

    /** An application with these beans must not start, and says why in one text that holds all of these. */
    public static void assertRefused(BusinessDatabase database, Class<?> bean, String... texts) {
        runner(database, bean).run(context -> assertRefused(context, texts));
    }

    /** This one must not have started. */
    public static void assertRefused(AssertableApplicationContext context, String... texts) {
        assertThat(context).hasFailed();
        Throwable reason = NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure());
        assertThat(reason).isInstanceOf(MisuseException.class);
        assertThat(reason.getMessage()).contains(texts);
    }

    /** The same without a data source. */
    public static ApplicationContextRunner bare() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        OnlyOnceAutoConfiguration.class));
    }
}
