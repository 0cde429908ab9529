package io.onlyonce.shop.harness;

import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.shop.ShopApplication;
import io.onlyonce.testkit.server.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A shop on a port of its own. Two of them on one database are two instances. */
public final class RunningShop implements AutoCloseable {
    private final ConfigurableApplicationContext context;
    private final ShopClient client;

    private RunningShop(ConfigurableApplicationContext context) {
        this.context = context;
        this.client = new ShopClient(
                ((WebServerApplicationContext) context).getWebServer().getPort());
    }

    /** Starts a shop, with more beans if there are any; returns when it serves. */
    public static RunningShop on(TestDatabase database, Class<?>... beans) {
        return on(database, List.of(), beans);
    }

    /** The same with more settings, as {@code name=value}. */
    public static RunningShop on(TestDatabase database, List<String> settings, Class<?>... beans) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--spring.datasource.hikari.connection-timeout=120000",
                "--onlyonce.patience=30s", // copies get the answer, also of one that is stopped for a while
                "--onlyonce.redis.timeout=10s", // half of it for the first connection, by cold classes
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        settings.forEach(setting -> arguments.add("--" + setting));
        return new RunningShop(new SpringApplicationBuilder(ShopApplication.class)
                .sources(beans)
                .run(arguments.toArray(String[]::new)));
    }

    /** One of its beans. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public ShopClient client() {
        return client;
    }

    /** Closes every idle connection, as a pool does with its old ones; the next request gets a new one. */
    public void renewConnections() {
        context.getBean(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
    }

    @Override
    public void close() {
        context.close();
    }
}
