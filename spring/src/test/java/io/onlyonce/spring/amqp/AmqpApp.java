package io.onlyonce.spring.amqp;

import io.onlyonce.spring.autoconfigure.OnlyOnceAmqpAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceMessagingAutoConfiguration;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.server.TestRabbit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/** Applications without a web server: OnlyOnce on a data source and a broker, and the beans of a test. */
final class AmqpApp {
    private AmqpApp() {}

    @EnableRabbit
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        RabbitAutoConfiguration.class,
        OnlyOnceAutoConfiguration.class,
        OnlyOnceMessagingAutoConfiguration.class,
        OnlyOnceAmqpAutoConfiguration.class
    })
    @Import(Effects.class)
    static class Base {}

    /** Starts one whose queues are named by properties. */
    static ConfigurableApplicationContext start(
            DataSource database, TestRabbit rabbit, List<String> properties, Class<?>... beans) {
        List<String> all = new ArrayList<>(List.of(
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "spring.rabbitmq.host=" + rabbit.host(),
                "spring.rabbitmq.port=" + rabbit.port(),
                "spring.rabbitmq.publisher-confirm-type=correlated",
                "spring.rabbitmq.publisher-returns=true",
                "spring.rabbitmq.listener.simple.prefetch=1", // else one instance hoards what another could have
                "onlyonce.messaging.retry-after=10ms",
                "onlyonce.messaging.greatest-delay=40ms",
                "onlyonce.messaging.max-tries=3",
                "onlyonce.messaging.outbox.interval=20ms"));
        all.addAll(properties);
        return new SpringApplicationBuilder(Base.class)
                .sources(beans)
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new))
                .initializers((GenericApplicationContext context) ->
                        context.registerBean("dataSource", DataSource.class, () -> database))
                .run();
    }

    static ConfigurableApplicationContext start(
            BusinessDatabase database, TestRabbit rabbit, String queue, Class<?>... beans) {
        return start(database.pool(), rabbit, Arrays.asList("queue=" + queue, "onlyonce.messaging.patience=0s"), beans);
    }
}
