package io.onlyonce.spring.method;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Abandoned;
import io.onlyonce.spring.Idempotent.Guarantee;
import io.onlyonce.spring.Idempotent.StoreDown;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Combinations of an annotation's attributes that would protect less than they seem to: each is refused at start-up. */
class LayersRefusedTest {
    private static BusinessDatabase database;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    static class OpenWithNothingBehind {
        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, whenStoreDown = StoreDown.OPEN)
        public void run(String key) {}
    }

    static class OpenTransactional {
        @Idempotent(key = "#key", whenStoreDown = StoreDown.OPEN)
        public void run(String key) {}
    }

    static class UnknownBackstop {
        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, backstop = "nobody")
        public void run(String key) {}
    }

    static class BackstopOfAnotherType {
        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, backstop = "dataSource")
        public void run(String key) {}
    }

    static class ResolverWithoutResolve {
        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, resolver = "nobody")
        public void run(String key) {}
    }

    static class ResolveWithoutResolver {
        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, whenAbandoned = Abandoned.RESOLVE)
        public void run(String key) {}
    }

    static class PatienceWithoutLock {
        @Idempotent(key = "#key", lockPatience = "1s")
        public void run(String key) {}
    }

    static class LeaseTooShort {
        @Idempotent(key = "#key", lock = "#key", lockLease = "1ms")
        public void run(String key) {}
    }

    static class UnreadableLock {
        @Idempotent(key = "#key", lock = "#other")
        public void run(String key) {}
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of(OpenWithNothingBehind.class, "nothing is named that would refuse a second effect"),
                Arguments.of(OpenTransactional.class, "set guarantee = LEASED"),
                Arguments.of(UnknownBackstop.class, "there is no bean of that name"),
                Arguments.of(BackstopOfAnotherType.class, "there is no bean of that name that is a"),
                Arguments.of(ResolverWithoutResolve.class, "They belong together"),
                Arguments.of(ResolveWithoutResolver.class, "They belong together"),
                Arguments.of(PatienceWithoutLock.class, "lockPatience or lockLease but no lock"),
                Arguments.of(LeaseTooShort.class, "The lease of a lock is PT0.001S"),
                Arguments.of(UnreadableLock.class, "other"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    @DisplayName("B-23 what would protect less than it seems to is refused at start-up, and the text says what to do")
    void refused(Class<?> bean, String text) {
        App.assertRefused(database, bean, text, "run");
    }
}
