package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.InvalidKeyException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

/** A key expression that finds nothing is an error, never a key. */
class KeyExpressionTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;
    private static Payments payments;

    record Payment(@Nullable Object ref, @Nullable Payment inner) {}

    static class Payments {
        private final Effects effects;

        Payments(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#payment.ref")
        public void pay(@Nullable Payment payment) {
            effects.write("payment");
        }

        @Idempotent(key = "#payment.inner.ref")
        public void payInner(Payment payment) {
            effects.write("payment");
        }

        @Idempotent(key = "#fields['ref']")
        public void payFields(Map<String, Object> fields) {
            effects.write("payment");
        }

        @Idempotent(key = "#payment.reference")
        public void payUnknownProperty(Payment payment) {
            effects.write("payment");
        }

        @Idempotent(key = "#no", scope = "#payment.ref")
        public void payFor(String no, Payment payment) {
            effects.write("payment");
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
        app = App.start(database, Payments.class);
        payments = app.getBean(Payments.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    private static void assertNothingDone() {
        assertThat(app.getBean(Effects.class).runs("payment")).isZero();
        assertThat(database.effects("payment")).isZero();
        assertThat(database.records()).isZero();
    }

    static Stream<Arguments> nothings() {
        return Stream.<@Nullable Object>of(
                        null,
                        "",
                        "  ",
                        "\t\n",
                        "\u2003",
                        List.of(),
                        new ArrayList<>(Collections.singleton(null)),
                        List.of("a"),
                        new String[0],
                        new String[] {"a"},
                        new Object[] {null},
                        Map.of(),
                        Optional.empty(),
                        Optional.of("a"),
                        true,
                        new Object())
                .map(nothing -> Arguments.of(nothing));
    }

    @ParameterizedTest
    @MethodSource("nothings")
    @DisplayName(
            "B-01 no key out of null, blank, a collection, an Optional: the call fails, nothing is run, nothing is stored")
    void nothing(@Nullable Object ref) {
        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> payments.pay(new Payment(ref, null)))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("#payment.ref")
                    .hasMessageContaining("Nothing was done");
        }
        assertNothingDone();
    }

    @Test
    @DisplayName("B-01 B-40 an expression that cannot be evaluated is an error, never a key")
    void failing() {
        for (Runnable call : List.<Runnable>of(
                () -> payments.pay(null),
                () -> payments.payInner(new Payment("a", null)),
                () -> payments.payInner(new Payment("a", new Payment(null, null))),
                () -> payments.payFields(new HashMap<>()),
                () -> payments.payUnknownProperty(new Payment("a", null)))) {
            assertThatThrownBy(call::run).isInstanceOf(MisuseException.class).hasMessageContaining("Nothing was done");
        }
        assertNothingDone();
    }

    @Test
    @DisplayName("B-01 a scope made of nothing is an error as well, and says that it is the scope")
    void scope() {
        assertThatThrownBy(() -> payments.payFor("1", new Payment(" ", null)))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("The scope expression #payment.ref");
        assertNothingDone();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "schlüssel", "a\u0000"})
    @DisplayName("a text that is no key is refused as one")
    void noKey(String ref) {
        assertThatThrownBy(() -> payments.pay(new Payment(ref, null))).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> payments.pay(new Payment("x".repeat(256), null)))
                .isInstanceOf(InvalidKeyException.class);
        assertNothingDone();
    }

    static class UnknownName {
        @Idempotent(key = "#payment.ref")
        public void pay(Payment order) {}
    }

    static class UnknownNameInScope {
        @Idempotent(key = "#order.ref", scope = "#tenant")
        public void pay(Payment order) {}
    }

    static class Unreadable {
        @Idempotent(key = "#order.")
        public void pay(Payment order) {}
    }

    static class NoKey {
        @Idempotent
        public void pay(Payment order) {}
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(
                        UnknownName.class,
                        "The key expression #payment.ref",
                        "names #payment, but the parameters are [order]"),
                Arguments.of(UnknownNameInScope.class, "The scope expression #tenant", "the parameters are [order]"),
                Arguments.of(Unreadable.class, "The key expression #order.", "cannot be read"),
                Arguments.of(NoKey.class, "NoKey.pay", "has no key expression"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    @DisplayName(
            "B-40 an expression that names no parameter or cannot be parsed, or none at all, is refused at start-up")
    void refusedAtStart(Class<?> bean, String place, String reason) {
        App.assertRefused(database, bean, place, reason);
    }
}
