package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What drivers report, and which constraint it names. States, codes and messages as the drivers give them. */
class UniqueViolationsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PostgreSQL|23505|0|ERROR: duplicate key value violates unique constraint \"flow_pkey\"|flow_pkey",
                "PostgreSQL in French|23505|0|la valeur d'une clé dupliquée rompt la contrainte unique « flow_pkey »|flow_pkey",
                "PostgreSQL in German|23505|0|doppelter Schlüsselwert verletzt Unique-Constraint »flow_pkey«|flow_pkey",
                "PostgreSQL in Japanese|23505|0|重複したキー値は一意性制約\"flow_pkey\"違反となります|flow_pkey",
                "PostgreSQL, an odd name|23505|0|violates unique constraint \"a\"b\"|a\"b",
                "MariaDB|23000|1062|(conn=7) Duplicate entry 'a' for key 'PRIMARY'|PRIMARY",
                "MariaDB, an odd name|23000|1062|(conn=7) Duplicate entry 'a' for key 'u b's'|u b's",
                "MariaDB in German|23000|1062|(conn=7) Doppelter Eintrag 'a' für Schlüssel 'uk_no'|uk_no",
                "MariaDB in Japanese|23000|1062|(conn=7) 'a' は索引 'uk_no' で重複しています。|uk_no",
                "MySQL|23000|1062|Duplicate entry 'a' for key 'flow.PRIMARY'|PRIMARY",
                "MySQL, a dot in a name|23000|1062|Duplicate entry 'a' for key 'flow.a.PRIMARY'|",
                "NOT NULL|23000|1048|Column 'PRIMARY' cannot be null|",
                "foreign key|23000|1452|Cannot add or update a child row: 'PRIMARY'|",
                "too long|22001|1406|Data too long for column 'PRIMARY'|",
                "PostgreSQL NOT NULL|23502|0|null value in column \"flow_pkey\" violates not-null constraint|",
                "PostgreSQL foreign key|23503|0|violates foreign key constraint \"flow_pkey\"|",
                "PostgreSQL CHECK|23514|0|violates check constraint \"flow_pkey\"|",
                "PostgreSQL exclusion|23P01|0|conflicting key value violates exclusion constraint \"flow_pkey\"|",
                "H2 CHECK|23513|23513|Check constraint violation: \"FLOW_PKEY: \"|",
                "a code alone|HY000|1062|Duplicate entry 'a' for key 'PRIMARY'|",
                "H2 2.4|23505|23505|Unique index or primary key violation: \"PUBLIC.FLOW_PKEY INDEX PUBLIC.PRIMARY_KEY_6 ON PUBLIC.FLOW(NO) VALUES ( /* 1 */ 'a' )\"; SQL|FLOW_PKEY",
                "H2 2.4 unique|23505|23505|Unique index or primary key violation: \"PUBLIC.T_A INDEX PUBLIC.T_A_INDEX_5 ON PUBLIC.T(A) VALUES ( /* 1 */ 'a' )\"; SQL|T_A",
                "H2 2.4 odd name|23505|23505|Unique index or primary key violation: \"PUBLIC.\"\"x ON \"\"\"\"z\"\" INDEX PUBLIC.\"\"x ON \"\"\"\"z_INDEX_5\"\" ON PUBLIC.Z(B) VALUES ( /* 1 */ 1 )\"; SQL|x ON \"z",
                "H2 2.4 unnamed key|23505|23505|Unique index or primary key violation: \"PUBLIC.CONSTRAINT_5 PRIMARY KEY ON PUBLIC.T(ID) ( /* key:1 */ 1)\"; SQL|CONSTRAINT_5",
                "H2 2.3 key|23505|23505|Unique index or primary key violation: \"PRIMARY KEY ON PUBLIC.T(ID) ( /* key:1 */ 1)\"; SQL|PRIMARY",
                "H2 2.3 text key|23505|23505|Unique index or primary key violation: \"PUBLIC.PRIMARY_KEY_A ON PUBLIC.T2(A) VALUES ( /* 1 */ 'a' )\"; SQL|PRIMARY",
                "H2 2.3 unique|23505|23505|Unique index or primary key violation: \"PUBLIC.T_A_INDEX_5 ON PUBLIC.T(A NULLS FIRST) VALUES ( /* 1 */ 'a' )\"; SQL|T_A",
                "H2 in lower case|23505|23505|Unique index or primary key violation: \"public.t_a_INDEX_7 ON public.t(a) VALUES ( /* 1 */ 'a' )\"; SQL|t_a",
                "H2 index|23505|23505|Unique index or primary key violation: \"PUBLIC.U_C ON PUBLIC.T(C NULLS FIRST) VALUES ( /* 1 */ 'c' )\"; SQL|U_C"
            })
    @DisplayName("B-19 a duplicate is one only by code, and its constraint is the one that the server names")
    void names(String what, String state, int code, String message, String constraint) {
        SQLException failure = new SQLIntegrityConstraintViolationException(message, state, code);
        assertThat(UniqueViolations.constraintOf(failure).orElse(null)).isEqualTo(constraint);
        if (constraint != null) {
            assertThat(UniqueViolations.isOf(failure, constraint.toUpperCase(java.util.Locale.ROOT)))
                    .isTrue();
            assertThat(UniqueViolations.isOf(failure, "old_" + constraint)).isFalse();
            assertThat(UniqueViolations.isOf(failure, constraint + "1")).isFalse();
        }
        assertThat(UniqueViolations.isOf(failure, what)).isFalse();
    }

    private static SQLException innodb(String message) {
        return new SQLIntegrityConstraintViolationException(message, "23000", 1062);
    }

    @Test
    @DisplayName("a statement that the driver shows after the message does not change the name")
    void dumps() {
        assertThat(UniqueViolations.constraintOf(
                        innodb("(conn=7) Duplicate entry 'a' for key 'uk_no'\nQuery is: update t set a = 'PRIMARY'")))
                .contains("uk_no");
        assertThat(
                        UniqueViolations.constraintOf(
                                innodb(
                                        "Duplicate entry 'a' for key 't.uk_no'\n\nQuery being executed when exception was thrown:\ninsert into t values ('x')\n\n")))
                .contains("uk_no");
    }

    @Test
    @DisplayName("a value that looks like the end of a message makes the name unknown, never another one")
    void forged() {
        String forged = "x' for key 'PRIMARY'\nQuery is: y";
        assertThat(UniqueViolations.constraintOf(innodb("Duplicate entry '" + forged + "' for key 'uk_no'")))
                .isEmpty();
        assertThat(UniqueViolations.constraintOf(
                        innodb("Duplicate entry '" + forged + "' for key 'uk_no'\nQuery is: insert into t values (?)")))
                .isEmpty();
        assertThat(UniqueViolations.constraintOf(innodb("Duplicate entry 'x' for key 'PRIMARY' for key 'uk_no'")))
                .contains("uk_no");
    }

    @Test
    @DisplayName("causes and chained exceptions count, however deep")
    void deep() {
        BatchUpdateException batch =
                new BatchUpdateException("Batch entry 0 insert ('\"flow_pkey\"')", "23505", 0, new int[0]);
        batch.setNextException(new SQLException("violates unique constraint \"uk_no\"", "23505", 0));
        Throwable wrapped = new IllegalStateException("layer", new RuntimeException("layer", batch));
        assertThat(UniqueViolations.constraintOf(wrapped)).contains("uk_no");
        assertThat(UniqueViolations.isOf(wrapped, "flow_pkey")).isFalse();
    }

    @Test
    @DisplayName("B-20 a batch with two broken rules is no duplicate of either")
    void several() {
        SQLException first = new SQLException("violates unique constraint \"a\"", "23505", 0);
        first.setNextException(new SQLException("violates unique constraint \"b\"", "23505", 0));
        assertThat(UniqueViolations.constraintOf(first)).isEmpty();
        SQLException mixed = new SQLException("violates unique constraint \"a\"", "23505", 0);
        mixed.setNextException(new SQLException("Column 'b' cannot be null", "23000", 1048));
        assertThat(UniqueViolations.isOf(mixed, "a")).isFalse();
        SQLException twice = new SQLException("violates unique constraint \"a\"", "23505", 0);
        twice.setNextException(new SQLException("violates unique constraint \"a\"", "23505", 0));
        assertThat(UniqueViolations.isOf(twice, "a")).isTrue();
    }

    @Test
    @DisplayName("what went wrong after the failure does not count, and neither does a failure without SQL in it")
    void others() {
        Exception business = new IllegalStateException("no stock");
        business.addSuppressed(new SQLException("violates unique constraint \"a\"", "23505", 0));
        assertThat(UniqueViolations.constraintOf(business)).isEmpty();
        assertThat(UniqueViolations.constraintOf(new SQLException())).isEmpty();
        assertThat(UniqueViolations.constraintOf(new SQLException(null, "23505", 0)))
                .isEmpty();
        assertThat(UniqueViolations.constraintOf(innodb("Duplicate entry"))).isEmpty();
    }
}
