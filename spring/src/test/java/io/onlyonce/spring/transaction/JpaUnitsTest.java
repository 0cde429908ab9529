package io.onlyonce.spring.transaction;

import static io.onlyonce.spring.transaction.Rig.TRANSFER;
import static io.onlyonce.spring.transaction.Rig.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Outcome;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Jpa;
import io.onlyonce.spring.support.JpaEffect;
import io.onlyonce.spring.transaction.Rig.SoldOut;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.UnexpectedRollbackException;

/** What the persistence context holds back commits with the record, or not at all. */
class JpaUnitsTest {
    private static BusinessDatabase postgres;
    private static Jpa jpa;
    private static Rig rig;

    private final String key = UUID.randomUUID().toString();
    private final String callers = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        postgres = BusinessDatabase.postgres();
        jpa = new Jpa(postgres.pool());
        rig = new Rig(postgres, jpa.manager());
    }

    @AfterAll
    static void close() {
        jpa.close();
        postgres.close();
    }

    @AfterEach
    void check() {
        postgres.standingChecks();
    }

    @Test
    @DisplayName("an entity that nobody flushed commits together with the record")
    void unflushed() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(rig.onlyOnce
                            .run(
                                    TRANSFER,
                                    call(key),
                                    attempt -> jpa.persist(key).getName())
                            .orElseThrow())
                    .isEqualTo(key);
        }
        postgres.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "B-16 a unique violation that shows only at the commit's flush: no effect, no record; a corrected retry runs")
    void violationAtFlush() throws Exception {
        rig.onlyOnce.run(TRANSFER, call(callers), attempt -> {
            jpa.entities().persist(new JpaEffect(callers, callers));
            return "first";
        });
        assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                    jpa.entities().persist(new JpaEffect(key, callers));
                    return "looks like success";
                }))
                .isInstanceOf(DataIntegrityViolationException.class);
        postgres.assertNothing(key);
        rig.onlyOnce.run(TRANSFER, call(key), attempt -> jpa.persist(key).getId());
        postgres.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "B-16 joined: what the refused work persisted and nobody flushed is not written by the caller's commit")
    void refusedInJoined() throws Exception {
        rig.onlyOnce.run(TRANSFER, call(callers), outer -> {
            JpaEffect mine = jpa.persist(callers);
            Outcome<String> refused = rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                jpa.persist(key);
                throw new SoldOut("none left");
            });
            assertThatThrownBy(refused::orElseThrow).isInstanceOf(SoldOut.class);
            return mine.getId();
        });
        postgres.assertDoneOnce(callers);
        postgres.assertRefused(key);
    }

    @Test
    @DisplayName("B-16 joined: what the caller changed before is not lost with the savepoint")
    void callersChangeSurvives() throws Exception {
        String before = UUID.randomUUID().toString();
        rig.onlyOnce.run(TRANSFER, call(callers), outer -> {
            JpaEffect mine = jpa.persist(before);
            jpa.entities().flush();
            mine.setName(callers);
            Outcome<String> refused = rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                jpa.persist(key);
                jpa.entities().flush();
                throw new SoldOut("none left");
            });
            assertThatThrownBy(refused::orElseThrow).isInstanceOf(SoldOut.class);
            return "done";
        });
        postgres.assertDoneOnce(callers);
        assertThat(postgres.jpaEffects(before)).isZero();
        postgres.assertRefused(key);
    }

    @Test
    @DisplayName("B-16 joined: a persistence context that a failed flush broke cannot be committed by the caller")
    void brokenContext() throws Exception {
        String document = UUID.randomUUID().toString();
        rig.onlyOnce.run(TRANSFER, call(document), attempt -> {
            jpa.entities().persist(new JpaEffect(document, document));
            return "first";
        });
        assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(callers), outer -> {
                    jpa.persist(callers);
                    assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                                jpa.entities().persist(new JpaEffect(key, document));
                                throw new IllegalStateException("the work failed");
                            }))
                            .hasMessage("the work failed")
                            .satisfies(failure ->
                                    assertThat(failure.getSuppressed()).hasSize(1));
                    return "done";
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        postgres.assertNothing(callers);
        postgres.assertNothing(key);
    }

    @Test
    @DisplayName(
            "joined under JPA: an inner @Transactional's mark stays on the entity manager, so the caller cannot commit half of it")
    void markStays() {
        assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(callers), outer -> {
                    jpa.persist(callers);
                    Outcome<String> refused = rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                        rig.refuseInside(key);
                        return "never";
                    });
                    assertThatThrownBy(refused::orElseThrow).isInstanceOf(SoldOut.class);
                    return "done";
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        postgres.assertNothing(callers);
        postgres.assertNothing(key);
    }
}
