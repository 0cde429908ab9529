package io.onlyonce.spring.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.PriorityOrdered;

/** Where the annotation would do nothing the application does not start. */
class PlacementRefusedTest {
    private static BusinessDatabase database;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    static Stream<Arguments> invisible() {
        return Stream.of(
                Arguments.of(Placements.PrivateMethod.class, "it is private, so a proxy cannot see the call"),
                Arguments.of(Placements.StaticMethod.class, "it is static"),
                Arguments.of(Placements.FinalMethod.class, "it is final"),
                Arguments.of(Placements.CalledAtConstruction.class, "the container calls it past the proxy"),
                Arguments.of(Placements.CalledAtInitialization.class, "the container calls it past the proxy"),
                Arguments.of(Placements.AsyncMethod.class, "it is @Async: it returns before its work is done"),
                Arguments.of(Placements.AsyncClass.class, "it is @Async"),
                Arguments.of(Placements.CallsThis.class, "payAll of the same class calls it directly"),
                Arguments.of(Placements.CallsThisInLambda.class, "payLater of the same class"),
                Arguments.of(Placements.CallsThisByReference.class, "payAll of the same class"),
                Arguments.of(Placements.CallsThisInAnonymousClass.class, "get of the same class"),
                Arguments.of(Placements.CalledByParent.class, "payAll of the same class"),
                Arguments.of(Placements.CalledByGenericParent.class, "payAll of the same class"),
                Arguments.of(Placements.CalledInConstructor.class, "<init> of the same class"),
                Arguments.of(Placements.Recursive.class, "pay of the same class"));
    }

    @ParameterizedTest
    @MethodSource("invisible")
    @DisplayName(
            "B-40 private, static, final, callbacks, @Async and calls on this: refused at start-up, and the text names method, reason and remedy")
    void refused(Class<?> bean, String text) {
        App.assertRefused(database, bean, bean.getName() + ".", " is @Idempotent, but ", text);
    }

    static Stream<Class<?>> right() {
        return Stream.of(
                Placements.CallsItsProxy.class,
                Placements.LooksItsProxyUp.class,
                Placements.CallsWhatItOverrides.class);
    }

    @ParameterizedTest
    @MethodSource("right")
    @DisplayName("B-40 calls on the bean's own proxy, an overload, or what the method overrides are let through")
    void letThrough(Class<?> bean) {
        App.runner(database, bean).run(context -> assertThat(context).hasNotFailed());
    }

    interface Paying {
        void refund(String key);
    }

    static class NotInInterface implements Paying {
        @Override
        public void refund(String key) {}

        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    @Test
    @DisplayName("B-40 JDK proxies: a method that is in none of the interfaces is refused at start-up")
    void jdkProxy() {
        App.runner(database, NotInInterface.class)
                .withPropertyValues("spring.aop.proxy-target-class=false")
                .run(context -> App.assertRefused(
                        context,
                        "NotInInterface.pay",
                        "is not proxied by OnlyOnce",
                        "its proxy only offers interfaces"));
    }

    static class MadeTooEarly {
        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    /** Needs a bean before there are proxies. */
    static class Early implements BeanPostProcessor, PriorityOrdered, BeanFactoryAware {
        @Override
        public void setBeanFactory(BeanFactory beans) {
            beans.getBean(MadeTooEarly.class);
        }

        @Override
        public int getOrder() {
            return 0;
        }
    }

    @Test
    @DisplayName("B-40 a bean that was made before there are proxies is refused at start-up")
    void tooEarly() {
        App.runner(database, Early.class, MadeTooEarly.class)
                .run(context -> App.assertRefused(context, "MadeTooEarly.pay", "is not proxied by OnlyOnce"));
    }

    static class One {
        static class Payments {
            @Idempotent(key = "#key")
            public void pay(String key) {}
        }
    }

    static class Two {
        static class Payments {
            @Idempotent(key = "#key")
            public void pay(String key) {}
        }
    }

    static class Overloads {
        @Idempotent(key = "#key")
        public void pay(String key) {}

        @Idempotent(key = "#key")
        public void pay(long key) {}
    }

    static class Named {
        @Idempotent(key = "#key")
        public void pay(String key) {}

        @Idempotent(key = "#key", operation = "pay-by-number")
        public void pay(long key) {}
    }

    @Test
    @DisplayName("B-02 two methods that would be recorded under one name are refused at start-up")
    void operationTwice() {
        App.runner(database)
                .withBean("one", One.Payments.class)
                .withBean("two", Two.Payments.class)
                .run(context -> App.assertRefused(
                        context, "is recorded as \"Payments.pay\", like", One.Payments.class.getName()));
        App.assertRefused(database, Overloads.class, "is recorded as \"Overloads.pay\"");
        App.runner(database, Named.class).run(context -> assertThat(context).hasNotFailed());
    }
}
