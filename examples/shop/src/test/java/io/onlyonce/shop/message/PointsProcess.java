package io.onlyonce.shop.message;

import com.sun.net.httpserver.HttpServer;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.spring.autoconfigure.OnlyOnceAmqpAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceKafkaAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceMessagingAutoConfiguration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * The shop's consumers of {@code order.paid}, and nothing else of it: a process that is there within a few seconds, so that it can be killed every few seconds. It says that it is there as the
 * whole shop does. No component by annotation, which the shop would take for one of its own.
 */
@ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    FlywayAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    JdbcClientAutoConfiguration.class,
    JdbcTemplateAutoConfiguration.class,
    KafkaAutoConfiguration.class,
    OnlyOnceAmqpAutoConfiguration.class,
    OnlyOnceAutoConfiguration.class,
    OnlyOnceKafkaAutoConfiguration.class,
    OnlyOnceMessagingAutoConfiguration.class,
    RabbitAutoConfiguration.class,
    TransactionAutoConfiguration.class
})
@EnableConfigurationProperties(MessageSettings.class)
@EnableScheduling
@Import({
    KafkaMessages.class,
    KafkaPlaces.class,
    KafkaPlaces.Maker.class,
    PointsAwards.class,
    RabbitMessages.class,
    RabbitPlaces.class
})
public class PointsProcess {
    @Bean
    static UniqueInserts uniqueInserts(ConnectionSource transactions) {
        return new UniqueInserts(transactions);
    }

    public static void main(String[] args) throws IOException {
        ConfigurableApplicationContext app = new SpringApplicationBuilder(PointsProcess.class)
                .web(WebApplicationType.NONE)
                .run(args);
        int port = app.getEnvironment().getRequiredProperty("server.port", Integer.class);
        HttpServer health = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        health.createContext("/actuator/health", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        health.start();
    }
}
