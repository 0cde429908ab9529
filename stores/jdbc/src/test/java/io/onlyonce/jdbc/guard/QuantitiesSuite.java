package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.Tables;
import io.onlyonce.testkit.Herd;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link JdbcQuantities} and {@link JdbcDeductions} on some database. */
abstract class QuantitiesSuite {
    private static final QuantityTable STOCK = new QuantityTable("stock", "sku", "pieces", "version");
    private static final DeductionTable TAKEN = DeductionTable.of("taken", "order_id", "sku");

    private final Tables tables;
    private final JdbcQuantities quantities;
    private final JdbcDeductions deductions;
    private final String prefix = UUID.randomUUID().toString().substring(0, 8);
    private final String a = prefix + "-a";
    private final String b = prefix + "-b";

    QuantitiesSuite(Tables tables) {
        this.tables = tables;
        this.quantities = new JdbcQuantities(tables.transactions(), STOCK);
        this.deductions = new JdbcDeductions(tables.transactions(), STOCK, TAKEN);
    }

    /** Makes the tables; once per database. The foreign key is what makes two buyers deadlock on InnoDB where the order of statements is wrong. */
    static void create(Tables tables) {
        tables.database()
                .execute(
                        "CREATE TABLE stock (sku VARCHAR(64) NOT NULL PRIMARY KEY, pieces INT NOT NULL, version BIGINT NOT NULL)");
        tables.database().execute("""
                CREATE TABLE taken (deduction_no VARCHAR(64) NOT NULL PRIMARY KEY, order_id VARCHAR(64) NOT NULL,
                    sku VARCHAR(64) NOT NULL, quantity INT NOT NULL, returned BOOLEAN NOT NULL,
                    CONSTRAINT taken_once UNIQUE (order_id, sku),
                    CONSTRAINT taken_sku FOREIGN KEY (sku) REFERENCES stock (sku))
                """);
    }

    /** S2: what is left and what was taken and not given back is what there was; nothing is below zero. */
    @AfterEach
    void conserved() {
        assertThat(tables.count("SELECT COUNT(*) FROM stock WHERE pieces < 0")).isZero();
        assertThat(tables.count("""
                        SELECT COUNT(*) FROM (
                            SELECT s.sku FROM stock s LEFT JOIN taken t ON t.sku = s.sku AND t.returned = FALSE
                            WHERE s.sku LIKE ? GROUP BY s.sku, s.pieces HAVING s.pieces + COALESCE(SUM(t.quantity), 0) <> 1000) broken
                        """, prefix + "-conserved%")).isZero();
    }

    private void stock(String sku, int pieces) {
        tables.update("INSERT INTO stock (sku, pieces, version) VALUES (?, ?, 1)", sku, pieces);
    }

    private long pieces(String sku) {
        return tables.count("SELECT pieces FROM stock WHERE sku = ?", sku);
    }

    private Deduction deduct(Line... lines) throws Exception {
        return tables.transactions().run(() -> Ended.commit(quantities.deduct(List.of(lines))));
    }

    private Deduction deduct(String order, List<Line> lines) throws Exception {
        return tables.transactions().run(() -> Ended.commit(deductions.deduct(order, lines)));
    }

    private List<Line> giveBack(String order) throws Exception {
        return tables.transactions().run(() -> Ended.commit(deductions.giveBack(order)));
    }

    @Test
    @DisplayName("lines of one item are added up; all is taken or nothing; what was in the way is named")
    void allOrNothing() throws Exception {
        stock(a, 10);
        stock(b, 2);
        assertThat(deduct(Line.of(b, 1), Line.of(a, 2), Line.of(a, 3)))
                .isEqualTo(new Deduction.Taken(List.of(Line.of(a, 5), Line.of(b, 1))));
        assertThat(deduct(Line.of(a, 1), Line.of(b, 2))).isEqualTo(new Deduction.TooLittle(Line.of(b, 2)));
        assertThat(deduct(Line.of(a, 3), Line.of(a, 3))).isEqualTo(new Deduction.TooLittle(Line.of(a, 6)));
        assertThat(deduct(Line.of(a, 1), Line.of(b + "-none", 1)))
                .isEqualTo(new Deduction.NoSuchItem(Line.of(b + "-none", 1)));
        assertThat(pieces(a)).isEqualTo(5);
        assertThat(pieces(b)).isEqualTo(1);
        assertThat(tables.count("SELECT version FROM stock WHERE sku = ?", a)).isEqualTo(2);
    }

    @Test
    @DisplayName("after a line that could not be taken the transaction is usable, and what it did before stays")
    void usable() throws Exception {
        stock(a, 10);
        stock(b, 0);
        Deduction deduction = tables.transactions().run(() -> {
            tables.effect(a);
            Deduction refused = quantities.deduct(List.of(Line.of(a, 1), Line.of(b, 1)));
            quantities.deduct(Line.of(a, 4));
            return Ended.commit(refused);
        });
        assertThat(deduction).isEqualTo(new Deduction.TooLittle(Line.of(b, 1)));
        assertThat(tables.effects(a)).isEqualTo(1);
        assertThat(pieces(a)).isEqualTo(6);
    }

    @Test
    @DisplayName(
            "B-36 zero and negative quantities are refused before anything is touched; so is a call outside a transaction")
    void misuse() {
        assertThatThrownBy(() -> Line.of(a, 0)).hasMessageContaining("more than zero");
        assertThatThrownBy(() -> new Line(a, new BigDecimal("-0.01"))).hasMessageContaining("more than zero");
        assertThatThrownBy(() -> quantities.deduct(Line.of(a, 1))).isInstanceOf(MisuseException.class);
        assertThatThrownBy(() -> quantities.add(Line.of(a, 1))).isInstanceOf(MisuseException.class);
        assertThatThrownBy(() -> deductions.deduct("o", Line.of(a, 1))).isInstanceOf(MisuseException.class);
        assertThatThrownBy(() -> deductions.giveBack("o")).isInstanceOf(MisuseException.class);
    }

    @Test
    @DisplayName("B-36 one piece, fifty buyers; five pieces, buyers of three: successes are pieces, never below zero")
    void buyers() {
        for (int round = 0; round < 50; round++) {
            String sku = a + round;
            stock(sku, round % 2 == 0 ? 1 : 5);
            int wanted = round % 2 == 0 ? 1 : 3;
            List<Deduction> ends = Herd.of(16).runAll(member -> deduct(Line.of(sku, wanted)));
            assertThat(ends).filteredOn(end -> end instanceof Deduction.Taken).hasSize(1);
            assertThat(ends)
                    .filteredOn(end -> end instanceof Deduction.TooLittle)
                    .hasSize(15);
            assertThat(pieces(sku)).isEqualTo(round % 2 == 0 ? 0 : 2);
        }
    }

    @Test
    @DisplayName("carts in opposite order at once, fifty rounds: no deadlock surfaces, although nothing is run again")
    void oppositeCarts() {
        List<String> skus =
                List.of(prefix + "-conserved1", prefix + "-conserved2", prefix + "-conserved3", prefix + "-conserved4");
        skus.forEach(sku -> stock(sku, 1000));
        for (int round = 0; round < 50; round++) {
            String order = prefix + "-" + round + "-";
            List<Deduction> ends = Herd.of(8).runAll(member -> {
                List<Line> cart = new ArrayList<>(
                        skus.stream().map(sku -> Line.of(sku, 1)).toList());
                if (member % 2 == 0) {
                    Collections.reverse(cart);
                }
                Deduction deduction = deduct(order + member, cart);
                if (member > 1) {
                    giveBack(order + member);
                }
                return deduction;
            });
            assertThat(ends).hasSize(8).allSatisfy(end -> assertThat(end).isInstanceOf(Deduction.Taken.class));
        }
        assertThat(skus)
                .allSatisfy(sku -> assertThat(pieces(sku))
                        .as("two of eight keep one each round")
                        .isEqualTo(900));
    }

    @Test
    @DisplayName(
            "B-36 one order takes once: its second deduction is told so and takes nothing, also at the same moment")
    void takesOnce() throws Exception {
        stock(a, 50);
        for (int round = 0; round < 50; round++) {
            String order = prefix + "-once-" + round;
            List<Deduction> ends = Herd.of(4).runAll(member -> deduct(order, List.of(Line.of(a, 1))));
            assertThat(ends).filteredOn(end -> end instanceof Deduction.Taken).hasSize(1);
            assertThat(ends)
                    .filteredOn(end -> !(end instanceof Deduction.Taken))
                    .allSatisfy(end ->
                            assertThat(end).isInstanceOfAny(Deduction.TakenBefore.class, Deduction.TooLittle.class));
            assertThat(pieces(a)).isEqualTo(49 - round);
        }
        assertThat(deduct(prefix + "-once-0", List.of(Line.of(a, 1))))
                .as("sold out since, and still a repeat")
                .isEqualTo(new Deduction.TakenBefore(Line.of(a, 1)));
    }

    @Test
    @DisplayName(
            "B-37 what was taken is given back once, whoever asks and however often, fifty rounds; what was never taken never")
    void givenBackOnce() throws Exception {
        stock(a, 100);
        stock(b, 100);
        assertThat(giveBack(prefix + "-never")).isEmpty();
        for (int round = 0; round < 50; round++) {
            String order = prefix + "-back-" + round;
            deduct(order, List.of(Line.of(b, 2), Line.of(a, 3)));
            List<List<Line>> given = Herd.of(4).runAll(member -> giveBack(order));
            assertThat(given.stream().flatMap(List::stream)).containsExactlyInAnyOrder(Line.of(a, 3), Line.of(b, 2));
            assertThat(giveBack(order)).isEmpty();
            assertThat(deduct(order, List.of(Line.of(a, 1))))
                    .as("an order that was given up takes nothing again")
                    .isEqualTo(new Deduction.TakenBefore(Line.of(a, 1)));
        }
        assertThat(pieces(a)).isEqualTo(100);
        assertThat(pieces(b)).isEqualTo(100);
    }

    @Test
    @DisplayName("a rollback gives everything back, and the order may take again")
    void rolledBack() throws Exception {
        stock(a, 5);
        String order = prefix + "-rolled";
        tables.transactions().run(() -> Ended.rollBack(deductions.deduct(order, Line.of(a, 5))));
        assertThat(pieces(a)).isEqualTo(5);
        assertThat(deduct(order, List.of(Line.of(a, 5)))).isInstanceOf(Deduction.Taken.class);
        assertThat(pieces(a)).isZero();
    }
}
