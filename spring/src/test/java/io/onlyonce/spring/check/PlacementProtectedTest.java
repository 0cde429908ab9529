package io.onlyonce.spring.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import java.lang.reflect.Proxy;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Unusual places where the annotation does protect. */
class PlacementProtectedTest {
    private static BusinessDatabase database;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @AfterEach
    void check() {
        database.standingChecks();
    }

    public interface Paying {
        @Idempotent(key = "#key")
        String pay(String key);
    }

    /** The annotation is on the interface only. */
    static class Payments implements Paying {
        private final Effects effects;

        Payments(Effects effects) {
            this.effects = effects;
        }

        @Override
        public String pay(String key) {
            effects.write(key);
            return UUID.randomUUID().toString();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("B-40 the annotation on the interface only protects, through class and interface proxies")
    void onInterface(boolean classProxies) {
        App.runner(database, Payments.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .run(context -> {
                    Paying payments = context.getBean(Paying.class);
                    assertThat(payments.pay(key)).isEqualTo(payments.pay(key));
                });
        database.assertDoneOnce(key);
    }

    abstract static class Parent {
        final Effects effects;

        Parent(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        public String pay(String key) {
            effects.write(key);
            return UUID.randomUUID().toString();
        }
    }

    static class Inheriting extends Parent {
        Inheriting(Effects effects) {
            super(effects);
        }
    }

    static class Overriding extends Parent {
        Overriding(Effects effects) {
            super(effects);
        }

        @Override
        public String pay(String key) {
            effects.write(key + "/overriding");
            return UUID.randomUUID().toString();
        }
    }

    @Test
    @DisplayName(
            "B-40 B-02 the annotation on a superclass protects, overridden or not; two subclasses are two operations")
    void onSuperclass() {
        App.runner(database, Inheriting.class, Overriding.class).run(context -> {
            Inheriting one = context.getBean(Inheriting.class);
            Overriding other = context.getBean(Overriding.class);
            assertThat(one.pay(key)).isEqualTo(one.pay(key));
            assertThat(other.pay(key)).isEqualTo(other.pay(key)).isNotEqualTo(one.pay(key));
        });
        assertThat(database.effects(key)).isEqualTo(1);
        assertThat(database.effects(key + "/overriding")).isEqualTo(1);
        assertThat(database.records(key)).isEqualTo(2);
        database.database().execute("DELETE FROM effect WHERE name LIKE '%/overriding'");
    }

    static class PackagePrivate {
        private final Effects effects;

        PackagePrivate(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        String pay(String key) {
            effects.write(key);
            return UUID.randomUUID().toString();
        }
    }

    @Test
    @DisplayName("B-40 a package-private method is protected by a class proxy")
    void packagePrivate() {
        App.runner(database, PackagePrivate.class).run(context -> {
            PackagePrivate payments = context.getBean(PackagePrivate.class);
            assertThat(payments.pay(key)).isEqualTo(payments.pay(key));
        });
        database.assertDoneOnce(key);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {}

    static class Nightly {
        static final AtomicInteger RUNS = new AtomicInteger();
        private final Effects effects;

        Nightly(Effects effects) {
            this.effects = effects;
        }

        @Scheduled(fixedDelay = 10)
        @Idempotent(key = "'night-of-2026-01-01'")
        public void close() {
            RUNS.incrementAndGet();
            effects.write("night-of-2026-01-01");
        }

        @Scheduled(fixedDelay = 10)
        public void tick() {
            Ticks.COUNT.incrementAndGet();
        }
    }

    static class Ticks {
        static final AtomicInteger COUNT = new AtomicInteger();
    }

    @Test
    @DisplayName("B-40 a scheduled method is protected: many ticks, one effect")
    void scheduled() {
        App.runner(database, Scheduling.class, Nightly.class)
                .run(context -> await().until(() -> Ticks.COUNT.get() > 20));
        assertThat(Nightly.RUNS).hasValue(1);
        database.assertDoneOnce("night-of-2026-01-01");
    }

    record Ordered(String no) {}

    @Component
    static class Listener {
        private final Effects effects;

        Listener(Effects effects) {
            this.effects = effects;
        }

        @EventListener
        @Idempotent(key = "#event.no")
        public void on(Ordered event) {
            effects.write(event.no());
        }
    }

    @Test
    @DisplayName("B-40 an event listener is protected: two events, one effect")
    void eventListener() {
        App.runner(database, Listener.class).run(context -> {
            context.publishEvent(new Ordered(key));
            context.publishEvent(new Ordered(key));
        });
        database.assertDoneOnce(key);
    }

    @Component
    @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class Scoped {
        private final Effects effects;

        Scoped(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        public String pay(String key) {
            effects.write(key);
            return UUID.randomUUID().toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Scoped.class)
    static class WithScoped {}

    @Test
    @DisplayName("B-40 a bean behind a scoped proxy is protected")
    void scopedProxy() {
        App.runner(database, WithScoped.class).run(context -> {
            Scoped payments = context.getBean(Scoped.class);
            assertThat(payments.pay(key)).isEqualTo(payments.pay(key));
        });
        database.assertDoneOnce(key);
    }

    /** A bean that is a JDK proxy itself, as clients and repositories are. */
    static class Client implements FactoryBean<Paying> {
        private final ObjectProvider<Effects> effects; // a factory is made before other beans

        Client(ObjectProvider<Effects> effects) {
            this.effects = effects;
        }

        @Override
        public Paying getObject() {
            return (Paying) Proxy.newProxyInstance(
                    Paying.class.getClassLoader(), new Class<?>[] {Paying.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("pay")) {
                            effects.getObject().write((String) arguments[0]);
                        }
                        return method.getReturnType() == String.class
                                ? UUID.randomUUID().toString()
                                : null;
                    });
        }

        @Override
        public Class<?> getObjectType() {
            return Paying.class;
        }
    }

    @Test
    @DisplayName("B-40 a bean that is a JDK proxy itself is protected by the annotation on its interface")
    void dynamicProxy() {
        App.runner(database, Client.class).run(context -> {
            Paying client = context.getBean(Paying.class);
            assertThat(client.pay(key)).isEqualTo(client.pay(key));
        });
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "B-40 what nobody can see: an object that the program makes with new is not protected, as the annotation's javadoc says")
    void madeWithNew() {
        App.runner(database).run(context -> {
            Payments noBean = new Payments(context.getBean(Effects.class));
            assertThat(noBean.pay(key)).isNotEqualTo(noBean.pay(key));
        });
        assertThat(database.effects(key)).isEqualTo(2);
        database.database().update("DELETE FROM effect WHERE name = ?", key);
    }
}
