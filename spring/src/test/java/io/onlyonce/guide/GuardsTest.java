package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.guide.Guards.NewMember;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.jdbc.guard.IndexGuard;
import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.Line;
import io.onlyonce.jdbc.guard.MissingIndexException;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.math.BigDecimal;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GuardsTest {
    private static final TestDatabase DATABASE = TestServers.postgres();
    private static final DataSource POOL = DATABASE.dataSource(4);

    private final Guards guards = new Guards(new JdbcTransactions(POOL));

    @BeforeAll
    static void tables() {
        DATABASE.execute(
                "CREATE TABLE invoice (invoice_id varchar(36) PRIMARY KEY, status varchar(16) NOT NULL)",
                "CREATE TABLE invoice_history (invoice_id varchar(36), seq bigint, from_status varchar(16),"
                        + " to_status varchar(16), cause varchar(200), at timestamptz, PRIMARY KEY (invoice_id, seq))",
                "CREATE TABLE booking (booking_no varchar(36) PRIMARY KEY)",
                "CREATE TABLE member (id bigserial PRIMARY KEY, email varchar(200) NOT NULL UNIQUE,"
                        + " name varchar(200) NOT NULL CONSTRAINT member_name UNIQUE)",
                "CREATE TABLE article (sku varchar(36) PRIMARY KEY, price numeric(12, 2), tags varchar(200), stock int, version bigint)",
                "CREATE TABLE taken (deduction_no varchar(36) PRIMARY KEY, order_id varchar(36), sku varchar(36), quantity int,"
                        + " returned boolean, UNIQUE (order_id, sku))",
                "CREATE TABLE wallet (wallet_id varchar(36) PRIMARY KEY, balance numeric(12, 2))",
                "CREATE TABLE counter (counter_id varchar(36) PRIMARY KEY, hits int)",
                "INSERT INTO article VALUES ('a', 5.00, 'new', 10, 1), ('b', 5.00, 'new', 10, 1), ('c', 5.00, 'old', 10, 1)",
                "INSERT INTO wallet VALUES ('w1', 90.00), ('w2', 20.00)",
                "INSERT INTO counter VALUES ('c', 0)",
                "INSERT INTO invoice VALUES ('i', 'OPEN')",
                "INSERT INTO invoice_history VALUES ('i', 1, NULL, 'OPEN', 'written', now())");
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    @Test
    @DisplayName("the state machine: paid once, a repeat is a success, the booking is one; the diagram has its edges")
    void states() throws Exception {
        assertThat(guards.pay("i")).isTrue();
        assertThat(guards.pay("i")).isTrue();
        assertThat(DATABASE.queryLong("SELECT count(*) FROM booking")).isEqualTo(1);
        assertThat(guards.pay("none")).isFalse();
        assertThat(Guards.INVOICES.toMermaid()).contains("OPEN --> PAID: pay");
        assertThat(guards.invoices().audit(POOL)).isEmpty();
    }

    @Test
    @DisplayName("the unique key: a member once, a batch item by item, a taken name by its constraint")
    void members() throws Exception {
        assertThat(guards.register(new NewMember("ann@example.org", "ann"))).isTrue();
        assertThat(guards.register(new NewMember("ann@example.org", "other"))).isFalse();
        assertThat(guards.nameIsTaken(new NewMember("bob@example.org", "ann"))).isTrue();
        List<Inserted<Guards.Member>> batch = guards.importAll(List.of(
                new NewMember("x@example.org", "x"),
                new NewMember("ann@example.org", "ann"),
                new NewMember("x@example.org", "x")));
        assertThat(batch.get(0)).isInstanceOf(Inserted.Fresh.class);
        assertThat(batch.get(1)).isInstanceOf(Inserted.Existing.class);
        assertThat(batch.get(2)).isInstanceOf(Inserted.Existing.class);
        assertThat(DATABASE.queryLong("SELECT count(*) FROM member")).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "the version check: the old version is told the current one; a computed change is run again; a delete names its version")
    void versions() throws Exception {
        assertThat(guards.setPrice("a", 1, new BigDecimal("6.00"))).isEqualTo(2);
        assertThat(guards.currentVersionAfterConflict("a", 1)).isEqualTo(2);
        assertThat(guards.addTag("a", "red")).isEqualTo(3);
        assertThat(guards.delete("c", 7)).isFalse();
        assertThat(guards.delete("c", 1)).isTrue();
        assertThat(guards.delete("c", 1)).isFalse();
    }

    @Test
    @DisplayName("the relative update: a cart is taken whole or not at all, and given back once")
    void quantities() throws Exception {
        assertThat(guards.order("o1", List.of(Line.of("b", 6)))).isTrue();
        assertThat(guards.order("o1", List.of(Line.of("b", 1)))).isFalse();
        assertThat(guards.order("o2", List.of(Line.of("b", 5)))).isFalse();
        assertThat(guards.cancel("o1")).containsExactly(Line.of("b", 6));
        assertThat(guards.cancel("o1")).isEmpty();
        assertThat(DATABASE.queryLong("SELECT stock FROM article WHERE sku = 'b'"))
                .isEqualTo(10);
    }

    @Test
    @DisplayName("the row lock: a rule over two rows; the local lock in front of a hot one")
    void locks() throws Exception {
        assertThat(guards.transfer("w1", "w2", new BigDecimal("30.00"))).isTrue();
        assertThat(guards.transfer("w2", "none", new BigDecimal("30.00"))).isFalse();
        assertThat(guards.transfer("w1", "w2", new BigDecimal("60.01"))).isFalse();
        assertThat(DATABASE.queryLong("SELECT sum(balance) FROM wallet")).isEqualTo(110);
        assertThat(guards.hotCounter("c")).isEqualTo(1);
    }

    @Test
    @DisplayName("the index guard: passes with an index, fails without")
    void indexes() {
        new IndexGuard(POOL).check("UPDATE article SET stock = stock - ? WHERE sku = ? AND stock >= ?", 1, "a", 1);
        assertThatThrownBy(() -> new IndexGuard(POOL).check("SELECT sku FROM article WHERE tags = ? FOR UPDATE", "new"))
                .isInstanceOf(MissingIndexException.class)
                .hasMessageContaining("article");
    }
}
