package io.onlyonce.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onlyonce.jdbc.UniqueViolations;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Jpa;
import io.onlyonce.spring.support.JpaEffect;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** B-16 A duplicate is known by its constraint whoever reports it: JdbcTemplate, a batch, Hibernate at the flush or at the commit. */
class UniqueViolationsThroughLayersTest {
    private static final String INSERT = "INSERT INTO jpa_effect (id, name, document_no) VALUES (?, ?, ?)";
    private static final String PRIMARY = "PRIMARY";

    private static List<Layers> all;

    private final String name = UUID.randomUUID().toString().substring(0, 30);

    /** One database with its layers. */
    record Layers(String title, BusinessDatabase database, Jpa jpa, String primaryKey) {
        static Layers on(String title, BusinessDatabase database, String primaryKey) {
            return new Layers(title, database, new Jpa(database.pool()), primaryKey);
        }

        JdbcTemplate jdbc() {
            return new JdbcTemplate(database.pool());
        }

        void stored(String name) {
            jdbc().update(INSERT, name, name, name);
        }

        @Override
        public String toString() {
            return title;
        }
    }

    @BeforeAll
    static void open() {
        all = List.of(
                Layers.on("PostgreSQL", BusinessDatabase.postgres(), "jpa_effect_pkey"),
                Layers.on("MariaDB", BusinessDatabase.mariadb(), PRIMARY),
                Layers.on("H2", BusinessDatabase.h2(), PRIMARY));
    }

    @AfterAll
    static void close() {
        for (Layers each : all) {
            each.jpa().close();
            each.database().close();
        }
    }

    static Stream<Layers> databases() {
        return all.stream();
    }

    private static void assertDocument(Throwable failure, Layers on) {
        assertThat(UniqueViolations.constraintOf(failure))
                .hasValueSatisfying(it -> assertThat(it).isEqualToIgnoringCase("jpa_effect_document"));
        assertThat(UniqueViolations.isOf(failure, "jpa_effect_document")).isTrue();
        assertThat(UniqueViolations.isOf(failure, on.primaryKey())).isFalse();
    }

    private static void assertOneRow(Layers on, String name) {
        assertThat(on.database().jpaEffects(name)).isEqualTo(1);
    }

    private static Throwable inTransaction(Layers on, Consumer<Layers> work) {
        TransactionTemplate unit = new TransactionTemplate(on.jpa().manager());
        return catchThrowable(() -> unit.executeWithoutResult(status -> work.accept(on)));
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("B-16 JdbcTemplate: DuplicateKeyException, by either of two constraints")
    void jdbcTemplate(Layers on) {
        on.stored(name);
        Throwable document = catchThrowable(() -> on.jdbc().update(INSERT, name + "x", name, name));
        assertThat(document).isInstanceOf(DuplicateKeyException.class);
        assertDocument(document, on);
        Throwable key = catchThrowable(() -> on.jdbc().update(INSERT, name, name, name + "x"));
        assertThat(UniqueViolations.isOf(key, on.primaryKey())).isTrue();
        assertThat(UniqueViolations.isOf(key, "jpa_effect_document")).isFalse();
        assertOneRow(on, name);
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("B-20 a batch of JdbcTemplate's, in which other values look like names")
    void batch(Layers on) {
        on.stored(name);
        List<Object[]> rows = List.of(
                new Object[] {name + "1", "\"jpa_effect_pkey\" for key 'PRIMARY'", name + "1"},
                new Object[] {name + "2", name, name},
                new Object[] {name + "3", name, name + "3"});
        TransactionTemplate unit =
                new TransactionTemplate(new JdbcTransactionManager(on.database().pool()));
        Throwable failure = catchThrowable(
                () -> unit.executeWithoutResult(status -> on.jdbc().batchUpdate(INSERT, rows)));
        assertThat(failure).isInstanceOf(DataIntegrityViolationException.class);
        assertDocument(failure, on);
        assertOneRow(on, name);
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("B-16 Hibernate at the flush: its own exception, bare")
    void hibernateFlush(Layers on) {
        on.stored(name);
        Throwable failure = inTransaction(on, it -> {
            it.jpa().entities().persist(new JpaEffect(name, name));
            it.jpa().entities().flush();
        });
        assertThat(failure.getClass().getName()).isEqualTo("org.hibernate.exception.ConstraintViolationException");
        assertDocument(failure, on);
        assertOneRow(on, name);
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("B-16 Hibernate at the commit, when nobody flushed: Spring's exception, no DuplicateKeyException")
    void hibernateCommit(Layers on) {
        on.stored(name);
        Throwable failure = inTransaction(on, it -> it.jpa().entities().persist(new JpaEffect(name, name)));
        assertThat(failure)
                .isInstanceOf(DataIntegrityViolationException.class)
                .isNotInstanceOf(DuplicateKeyException.class);
        assertDocument(failure, on);
        assertOneRow(on, name);
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("B-19 NOT NULL through JdbcTemplate is no duplicate of anything")
    void notNull(Layers on) {
        Throwable template = catchThrowable(() -> on.jdbc().update(INSERT, name, name, null));
        assertThat(template).isInstanceOf(DataIntegrityViolationException.class);
        assertThat(UniqueViolations.constraintOf(template)).isEmpty();
        assertThat(on.database().jpaEffects(name)).isZero();
    }
}
