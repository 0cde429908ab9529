package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.ResultUnavailableException;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A replay's result is the first one, or the method is refused at start-up. */
class ResultTypesTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        app = App.start(database, Results.class, Generic.Lines.class, Big.class);
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

    static Stream<String> methods() {
        return Arrays.stream(Results.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Idempotent.class))
                .map(Method::getName)
                .sorted();
    }

    @ParameterizedTest
    @MethodSource("methods")
    @DisplayName("B-38 B-39 three calls, one effect, the same result each time, equal and of the same class")
    void sameResult(String name) throws Exception {
        String key = UUID.randomUUID().toString();
        Method method = Results.class.getDeclaredMethod(name, String.class);
        Results results = app.getBean(Results.class);
        Object first = method.invoke(results, key);
        for (int call = 0; call < 2; call++) {
            Object replayed = method.invoke(results, key);
            assertThat(replayed).isEqualTo(first); // a BigDecimal's equality counts its scale
            if (!(first instanceof Collection || first instanceof Map || first == null)) {
                assertThat(replayed).hasSameClassAs(first);
            }
        }
        database.assertDoneOnce(key);
    }

    /** Its result is known in the subclass only. */
    abstract static class Generic<T> {
        private final Effects effects;

        Generic(Effects effects) {
            this.effects = effects;
        }

        abstract T make();

        @Idempotent(key = "#key")
        public T create(String key) {
            effects.write(key);
            return make();
        }

        static class Lines extends Generic<List<Results.Line>> {
            Lines(Effects effects) {
                super(effects);
            }

            @Override
            List<Results.Line> make() {
                return List.of(new Results.Line("a", java.math.BigDecimal.TEN));
            }
        }
    }

    @Test
    @DisplayName("B-39 a type parameter of the superclass is kept as what the bean's class makes of it")
    void generic() {
        String key = UUID.randomUUID().toString();
        Generic.Lines lines = app.getBean(Generic.Lines.class);
        assertThat(lines.create(key)).isEqualTo(lines.create(key)).isEqualTo(lines.make());
        database.assertDoneOnce(key);
    }

    static class Big {
        private final Effects effects;

        Big(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        public String big(String key) {
            effects.write(key);
            return "x".repeat(2 << 20);
        }
    }

    @Test
    @DisplayName(
            "B-39 a result that is too large is done without its answer: the first caller gets it, a retry is told, nothing runs again")
    void tooLarge() {
        String key = UUID.randomUUID().toString();
        assertThat(app.getBean(Big.class).big(key)).hasSize(2 << 20);
        assertThatThrownBy(() -> app.getBean(Big.class).big(key)).isInstanceOf(ResultUnavailableException.class);
        database.assertDoneOnce(key);
    }

    interface Shape {}

    static class ReturnsStream {
        @Idempotent(key = "#key")
        public InputStream get(String key) {
            return new ByteArrayInputStream(new byte[0]);
        }
    }

    static class ReturnsJavaStream {
        @Idempotent(key = "#key")
        public Stream<String> get(String key) {
            return Stream.of();
        }
    }

    static class ReturnsObject {
        @Idempotent(key = "#key")
        public Object get(String key) {
            return key;
        }
    }

    static class ReturnsInterface {
        @Idempotent(key = "#key")
        public @Nullable Shape get(String key) {
            return null;
        }
    }

    static class ReturnsWildcard {
        @Idempotent(key = "#key")
        public List<?> get(String key) {
            return List.of();
        }
    }

    static class ReturnsFuture {
        @Idempotent(key = "#key")
        public CompletableFuture<String> get(String key) {
            return new CompletableFuture<>();
        }
    }

    static class ReturnsMono {
        @Idempotent(key = "#key")
        public Mono<String> get(String key) {
            return Mono.empty();
        }
    }

    static class ReturnsFlux {
        @Idempotent(key = "#key")
        public Flux<String> get(String key) {
            return Flux.empty();
        }
    }

    static class ReturnsResponse {
        @Idempotent(key = "#key")
        public ResponseEntity<String> get(String key) {
            return ResponseEntity.ok(key);
        }
    }

    static class ReturnsCycle {
        @Idempotent(key = "#key")
        public Results.Cyclic get(String key) {
            return new Results.Cyclic(List.of());
        }
    }

    static Stream<Class<?>> unkeepable() {
        return Stream.of(
                ReturnsStream.class,
                ReturnsJavaStream.class,
                ReturnsObject.class,
                ReturnsInterface.class,
                ReturnsWildcard.class,
                ReturnsFuture.class,
                ReturnsMono.class,
                ReturnsFlux.class,
                ReturnsResponse.class,
                ReturnsCycle.class);
    }

    @ParameterizedTest
    @MethodSource("unkeepable")
    @DisplayName("B-39 B-41 a result that would not come back as it was, or comes later, is refused at start-up")
    void refused(Class<?> bean) {
        App.assertRefused(database, bean, "The result of " + bean.getName() + ".get cannot be kept for a replay");
    }
}
