package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.Herd;
import java.io.IOException;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.annotation.Transactional;

/** Exceptions that are remembered, and those that are not. */
class RefusalsTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;
    private static Wallets wallets;

    private final String key = UUID.randomUUID().toString();

    public static class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public RefusedException(@Nullable String message) {
            super(message);
        }
    }

    public static class InsufficientFundsException extends RefusedException {
        private static final long serialVersionUID = 1L;

        public InsufficientFundsException(@Nullable String message) {
            super(message);
        }
    }

    /** Checked: Spring would commit after it. */
    public static class ClosedException extends Exception {
        private static final long serialVersionUID = 1L;

        public ClosedException(@Nullable String message) {
            super(message);
        }
    }

    static class Wallets {
        private final Effects effects;

        Wallets(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(
                key = "#key",
                remembers = {RefusedException.class, InsufficientFundsException.class, ClosedException.class})
        @Transactional
        public String pay(String key, String what) throws Exception {
            effects.write(key);
            switch (what) {
                case "refused" -> throw new RefusedException("no");
                case "funds" -> throw new InsufficientFundsException("1.10 is missing");
                case "closed" -> throw new ClosedException("closed");
                case "without words" -> throw new RefusedException(null);
                case "broken" -> throw new IllegalStateException("broken");
                case "checked" -> throw new IOException("no line");
                case "error" -> throw new AssertionError("error");
                default -> {
                    return "paid";
                }
            }
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        app = App.start(database, Wallets.class);
        wallets = app.getBean(Wallets.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @AfterEach
    void check() {
        database.standingChecks();
    }

    static Stream<Arguments> remembered() {
        return Stream.of(
                Arguments.of("refused", RefusedException.class, "no"),
                Arguments.of("funds", InsufficientFundsException.class, "1.10 is missing"),
                Arguments.of("closed", ClosedException.class, "closed"),
                Arguments.of("without words", RefusedException.class, null));
    }

    @ParameterizedTest
    @MethodSource("remembered")
    @DisplayName(
            "B-09 a remembered refusal: run once, its writes rolled back, each retry gets the same type and message")
    void rememberedRefusal(String what, Class<?> type, @Nullable String message) {
        for (int call = 0; call < 3; call++) {
            assertThatThrownBy(() -> wallets.pay(key, what))
                    .isExactlyInstanceOf(type)
                    .hasMessage(message);
        }
        assertThat(app.getBean(Effects.class).runs(key)).isEqualTo(1);
        database.assertRefused(key);
    }

    @Test
    @DisplayName("B-09 a remembered refusal under 32 threads")
    void herd() {
        assertThat(Herd.of(32).run(member -> wallets.pay(key, "funds")))
                .allSatisfy(end -> assertThat(end.failure())
                        .isExactlyInstanceOf(InsufficientFundsException.class)
                        .hasMessage("1.10 is missing"));
        database.assertRefused(key);
    }

    @ParameterizedTest
    @MethodSource
    @DisplayName("B-09 any other exception, checked or not: all is rolled back, no record, the corrected retry runs")
    void forgotten(String what, Class<?> type) throws Exception {
        assertThatThrownBy(() -> wallets.pay(key, what)).isInstanceOf(type);
        database.assertNothing(key);
        assertThat(wallets.pay(key, "something else")).isEqualTo("paid");
        database.assertDoneOnce(key);
    }

    static Stream<Arguments> forgotten() {
        return Stream.of(
                Arguments.of("broken", IllegalStateException.class),
                Arguments.of("checked", IOException.class),
                Arguments.of("error", AssertionError.class));
    }

    public static class NoMessage extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    public static class OtherMessage extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public OtherMessage(String account) {
            super("The account " + account + " is closed.");
        }
    }

    public abstract static class Unborn extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Unborn(String message) {
            super(message);
        }
    }

    static class Namesake {
        public static class RefusedException extends RuntimeException {
            private static final long serialVersionUID = 1L;

            public RefusedException(String message) {
                super(message);
            }
        }
    }

    static class RemembersNoMessage {
        @Idempotent(key = "#key", remembers = NoMessage.class)
        public void pay(String key) {}
    }

    static class RemembersOtherMessage {
        @Idempotent(key = "#key", remembers = OtherMessage.class)
        public void pay(String key) {}
    }

    static class RemembersUnborn {
        @Idempotent(key = "#key", remembers = Unborn.class)
        public void pay(String key) {}
    }

    static class RemembersNamesakes {
        @Idempotent(
                key = "#key",
                remembers = {RefusedException.class, Namesake.RefusedException.class})
        public void pay(String key) {}
    }

    static class RemembersStatus {
        @Idempotent(key = "#key", remembersStatuses = 409)
        public void pay(String key) {}
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(RemembersNoMessage.class, "remembers " + NoMessage.class.getName()),
                Arguments.of(RemembersOtherMessage.class, "and keeps it as it is"),
                Arguments.of(RemembersUnborn.class, "cannot be made again for a replay"),
                Arguments.of(RemembersNamesakes.class, "two have the same simple name"),
                Arguments.of(RemembersStatus.class, "remembersStatuses of its @Idempotent would be ignored"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    @DisplayName("B-09 a refusal that could not be told again as it was is refused at start-up")
    void refusedAtStart(Class<?> bean, String text) {
        App.assertRefused(database, bean, bean.getName() + ".pay", text);
    }
}
