package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.onlyonce.Fingerprint;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.Work;
import io.onlyonce.error.TokenRefusedException;
import io.onlyonce.error.TokenSpentException;
import io.onlyonce.memory.MemoryTokenStore;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.InjectedFault;
import io.onlyonce.testkit.contract.TokenDriver;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.SignedTokens;
import io.onlyonce.token.SigningKey;
import io.onlyonce.token.SigningKeys;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenGate;
import io.onlyonce.token.TokenStore;
import io.onlyonce.token.TokenUse;
import io.onlyonce.token.TransactionalTokenStore;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens and records together, on some database: one effect per token, and no way to lose both. */
abstract class TokenGateSuite {
    private static final int ROUNDS = 50;
    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final Fingerprint PAYLOAD = Fingerprint.of("sku=1");
    private static final Operation<String> ORDER =
            Operation.named("order-form", ResultCodec.text()).patience(Duration.ofSeconds(60));

    private final Tables tables;
    private final JdbcTokenStore store;
    private final TokenDriver stored;
    private final MemoryTokenStore immediate = new MemoryTokenStore();
    private final String name = "gate " + UUID.randomUUID();
    private final TokenBinding binding = TokenBinding.of("create-order", Scope.of(name));
    private OneTimeToken token = OneTimeToken.presented(null);

    TokenGateSuite(Tables tables) {
        this.tables = tables;
        this.store = new JdbcTokenStore(tables.transactions());
        this.stored = TokenDriver.of(store, tables.transactions());
    }

    @BeforeEach
    void issue() {
        token = stored.issue(binding, LIFETIME).token();
    }

    @AfterEach
    void standingChecks() {
        assertThat(tables.claims()).as("S4 claims that nobody completes").isZero();
        assertThat(tables.effects(name)).as("S1 effects").isLessThanOrEqualTo(1);
    }

    /** An instance of its own. */
    private TokenGate gate(TokenStore tokens, Probe probe) {
        JdbcTransactions transactions = tables.transactions();
        return new TokenGate(OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions, probe), tokens);
    }

    private TokenGate gate() {
        return gate(store, Probe.NONE);
    }

    private TokenUse use(OneTimeToken presented, TokenBinding wanted) {
        return new TokenUse(presented, wanted, PAYLOAD);
    }

    private TokenUse use() {
        return use(token, binding);
    }

    private Work<String> effect() {
        return attempt -> {
            tables.effect(name);
            return "done";
        };
    }

    private Work<String> failing(Exception failure) {
        return attempt -> {
            tables.effect(name);
            throw failure;
        };
    }

    @Test
    @DisplayName("B-11 one hundred uses of one token at once, on two instances: one effect, one answer for all")
    void herd() {
        TokenGate one = gate();
        TokenGate other = gate();
        List<Outcome<String>> outcomes = Herd.of(100)
                .within(Duration.ofMinutes(3))
                .runAll(member -> (member % 2 == 0 ? one : other).run(ORDER, use(), effect()));
        assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(outcome.orElseThrow()).isEqualTo("done"));
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    /** The two kinds of tokens that the database keeps something of. */
    enum Kind {
        STORED,
        SIGNED
    }

    private TransactionalTokenStore tokens(Kind kind) {
        return kind == Kind.STORED
                ? store
                : new SignedTokens(
                                SigningKeys.of(new SigningKey(
                                        "k1", "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII))),
                                Duration.ofMinutes(1),
                                InstantSource.system())
                        .markedInTransaction(new JdbcUsedMarks(tables.transactions()));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @DisplayName("B-11 50 rounds of 20 uses of one token at once, on two instances: one effect, one answer for all")
    void herds(Kind kind) {
        TransactionalTokenStore tokens = tokens(kind);
        TokenGate one = gate(tokens, Probe.NONE);
        TokenGate other = gate(tokens, Probe.NONE);
        for (int round = 0; round < ROUNDS; round++) {
            String effect = name + " " + round;
            TokenBinding target = binding.on(effect);
            OneTimeToken issued = TokenDriver.of(tokens, tables.transactions())
                    .issue(target, LIFETIME)
                    .token();
            List<Outcome<String>> outcomes = Herd.of(20)
                    .runAll(member -> (member % 2 == 0 ? one : other).run(ORDER, use(issued, target), attempt -> {
                        tables.effect(effect);
                        return "done";
                    }));
            assertThat(outcomes)
                    .filteredOn(Outcome.Executed.class::isInstance)
                    .as("round %d", round)
                    .hasSize(1);
            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome.orElseThrow()).isEqualTo("done"));
            assertThat(tables.effects(effect)).as("effects of round %d", round).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-12 the work fails: the token is given back, and the next use has the one effect")
    void givenBack() throws Exception {
        IllegalArgumentException failure = new IllegalArgumentException("out of stock");
        assertThatThrownBy(() -> gate().run(ORDER, use(), failing(failure))).isSameAs(failure);
        assertThat(tables.effects(name)).isZero();
        assertThat(gate().run(ORDER, use(), effect())).isEqualTo(new Outcome.Executed<>("done"));
        assertThat(gate().run(ORDER, use(), effect())).isEqualTo(new Outcome.Replayed<>("done"));
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Point.class)
    @DisplayName("B-12 a crash at any point: the old token does the work, or gets the answer if it was done")
    void crash(Point point) throws Exception {
        TokenGate dying = gate(store, FaultProbe.once(point));
        assertThatThrownBy(() -> dying.run(ORDER, use(), effect())).isInstanceOf(InjectedFault.class);
        assertThat(tables.effects(name)).isEqualTo(point == Point.COMMITTED ? 1 : 0);
        assertThat(gate().run(ORDER, use(), effect()).orElseThrow()).isEqualTo("done");
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-12 the connection dies between token and business: the old token does the work on another instance")
    void connectionDies() throws Exception {
        JdbcTransactions dying = new JdbcTransactions(tables.database().unpooled()); // no pool gets the dead connection
        TokenGate gate =
                new TokenGate(OnlyOnce.transactional(new JdbcRecordStore(dying), dying), new JdbcTokenStore(dying));
        assertThatThrownBy(() -> gate.run(ORDER, use(), attempt -> {
                    Connection connection = dying.connection();
                    connection.close();
                    Tables.effect(connection, name);
                    return "never";
                }))
                .isInstanceOf(SQLException.class);
        assertThat(tables.effects(name)).isZero();
        assertThat(gate().run(ORDER, use(), effect())).isEqualTo(new Outcome.Executed<>("done"));
    }

    @Test
    @DisplayName(
            "B-12 an immediate token is gone with the failed work; the exception gives a fresh one, which works once")
    void spent() throws Exception {
        TokenGate gate = gate(immediate, Probe.NONE);
        OneTimeToken old = immediate.issue(binding, LIFETIME).token();
        IllegalArgumentException failure = new IllegalArgumentException("out of stock");
        TokenSpentException spent = catchThrowableOfType(
                TokenSpentException.class, () -> gate.run(ORDER, use(old, binding), failing(failure)));
        assertThat(spent).hasCause(failure);
        assertThat(tables.effects(name)).isZero();
        assertThatThrownBy(() -> gate.run(ORDER, use(old, binding), effect()))
                .isInstanceOf(TokenRefusedException.class);
        OneTimeToken fresh = spent.freshToken(LIFETIME).token();
        assertThat(gate.run(ORDER, use(fresh, binding), effect())).isEqualTo(new Outcome.Executed<>("done"));
        assertThat(gate.run(ORDER, use(fresh, binding), effect())).isEqualTo(new Outcome.Replayed<>("done"));
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-12 an immediate token is consumed once though the database makes the work run twice")
    void workRunsAgain() throws Exception {
        TokenGate gate = gate(immediate, Probe.NONE);
        OneTimeToken once = immediate.issue(binding, LIFETIME).token();
        AtomicInteger runs = new AtomicInteger();
        Outcome<String> outcome = gate.run(ORDER, use(once, binding), attempt -> {
            tables.effect(name);
            if (runs.incrementAndGet() == 1) {
                throw new SQLException("deadlock", "40001", 1213);
            }
            return "done";
        });
        assertThat(outcome).isEqualTo(new Outcome.Executed<>("done"));
        assertThat(runs).hasValue(2);
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-12 after a commit whose answer was lost no fresh token is offered, and the business number stops one")
    void unknownOutcome() throws Exception {
        OneTimeToken old = immediate.issue(binding, LIFETIME).token();
        TokenGate dying = gate(immediate, FaultProbe.once(Point.COMMITTED));
        assertThatThrownBy(() -> dying.run(ORDER, use(old, binding), numbered()))
                .isInstanceOf(InjectedFault.class);
        TokenGate gate = gate(immediate, Probe.NONE);
        OneTimeToken fresh = immediate.issue(binding, LIFETIME).token();
        assertThatThrownBy(() -> gate.run(ORDER, use(fresh, binding), numbered()))
                .isInstanceOf(TokenSpentException.class)
                .satisfies(e -> assertThat(UniqueViolations.isAny(e.getCause())).isTrue());
        assertThat(gate.run(ORDER, use(old, binding), numbered())).isEqualTo(new Outcome.Replayed<>("done"));
        assertThat(tables.count("SELECT COUNT(*) FROM numbered WHERE number = ?", name))
                .isEqualTo(1);
    }

    /** Work under a business number of its own. */
    private Work<String> numbered() {
        tables.database().execute("CREATE TABLE IF NOT EXISTS numbered (number VARCHAR(100) NOT NULL PRIMARY KEY)");
        return attempt -> {
            try (PreparedStatement insert =
                    tables.transactions().connection().prepareStatement("INSERT INTO numbered (number) VALUES (?)")) {
                insert.setString(1, name);
                insert.executeUpdate();
            }
            return "done";
        };
    }

    @Test
    @DisplayName("B-13 whatever is wrong with a token, one answer; the work does not run, and the token stays good")
    void refused() throws Exception {
        OneTimeToken expired = stored.issue(binding, LIFETIME).token();
        tables.expire(expired, binding);
        long records = tables.records();
        for (TokenUse wrong : List.of(
                use(token, TokenBinding.of("create-order", Scope.of(name, "somebody else"))),
                use(token, TokenBinding.of("cancel-order", Scope.of(name))),
                use(token, binding.on("order 2")),
                use(OneTimeToken.random(), binding),
                use(OneTimeToken.presented("x".repeat(100_000)), binding),
                use(OneTimeToken.presented(null), binding),
                use(expired, binding))) {
            assertThatThrownBy(() -> gate().run(ORDER, wrong, effect()))
                    .isInstanceOf(TokenRefusedException.class)
                    .hasMessage(new TokenRefusedException().getMessage());
        }
        assertThat(tables.records()).isEqualTo(records);
        assertThat(tables.effects(name)).isZero();
        assertThat(gate().run(ORDER, use(), effect())).isEqualTo(new Outcome.Executed<>("done"));
    }

    @Test
    @DisplayName("B-13 a used token answers its own form again, no other one and nobody else")
    void usedElsewhere() throws Exception {
        assertThat(gate().run(ORDER, use(), effect())).isInstanceOf(Outcome.Executed.class);
        for (TokenBinding other : List.of(
                binding.on("order 2"),
                TokenBinding.of("cancel-order", Scope.of(name)),
                TokenBinding.of("create-order", Scope.of(name, "somebody else")))) {
            assertThatThrownBy(() -> gate().run(ORDER, use(token, other), effect()))
                    .isInstanceOf(TokenRefusedException.class);
        }
        assertThat(gate().run(ORDER, use(), effect())).isInstanceOf(Outcome.Replayed.class);
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName("a used token still gets its answer when the token has expired; another payload is told so")
    void repeats() throws Exception {
        gate().run(ORDER, use(), effect());
        tables.expire(token, binding);
        assertThat(gate().run(ORDER, use(), effect())).isEqualTo(new Outcome.Replayed<>("done"));
        assertThat(gate().run(ORDER, new TokenUse(token, binding, Fingerprint.of("sku=2")), effect()))
                .isInstanceOf(Outcome.KeyReused.class);
        assertThat(tables.effects(name)).isEqualTo(1);
    }
}
