package io.onlyonce.spring.kafka;

import io.onlyonce.spring.autoconfigure.OnlyOnceAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceKafkaAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceMessagingAutoConfiguration;
import io.onlyonce.spring.support.Effects;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/** Applications without a web server: OnlyOnce on a data source and a Kafka, and the beans of a test. */
final class KafkaApp {
    private KafkaApp() {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        KafkaAutoConfiguration.class,
        OnlyOnceAutoConfiguration.class,
        OnlyOnceMessagingAutoConfiguration.class,
        OnlyOnceKafkaAutoConfiguration.class
    })
    @Import(Effects.class)
    static class Base {}

    /** Starts one whose topics are named by properties. */
    static ConfigurableApplicationContext start(
            DataSource database, String bootstrap, List<String> properties, Class<?>... beans) {
        List<String> all = new ArrayList<>(List.of(
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "spring.kafka.bootstrap-servers=" + bootstrap,
                "spring.kafka.consumer.auto-offset-reset=earliest",
                "spring.kafka.consumer.value-deserializer="
                        + "org.apache.kafka.common.serialization.ByteArrayDeserializer",
                "onlyonce.messaging.retry-after=10ms",
                "onlyonce.messaging.greatest-delay=40ms",
                "onlyonce.messaging.max-tries=3",
                "onlyonce.messaging.patience=0s",
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
}
