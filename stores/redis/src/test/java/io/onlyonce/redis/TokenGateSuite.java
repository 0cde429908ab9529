package io.onlyonce.redis;

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
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.probe.Probe;
import io.onlyonce.testkit.Herd;
import io.onlyonce.token.ImmediateTokenStore;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenGate;
import io.onlyonce.token.TokenUse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gate over tokens in Redis, on some server; the records are in memory. */
abstract class TokenGateSuite {
    private static final int ROUNDS = 50;
    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final Operation<String> ORDER =
            Operation.named("order-form", ResultCodec.text()).patience(Duration.ofSeconds(60));

    private final Records redis;
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryRecordStore records = new MemoryRecordStore(transactions);
    private final AtomicInteger effects = new AtomicInteger();
    private int wanted;

    TokenGateSuite(Records redis) {
        this.redis = redis;
    }

    /** The two kinds of tokens that Redis keeps something of. */
    enum Kind {
        STORED,
        SIGNED;

        ImmediateTokenStore on(Records redis) {
            return this == STORED ? redis.tokens() : TokenSuites.Signed.signed(InstantSource.system(), redis);
        }
    }

    @AfterEach
    void effectsAreWhatWasWanted() {
        assertThat(effects).as("effects").hasValue(wanted);
    }

    /** An instance of its own. */
    private TokenGate gate(ImmediateTokenStore tokens) {
        return new TokenGate(OnlyOnce.transactional(records, transactions, Probe.NONE), tokens);
    }

    private static TokenBinding binding() {
        return TokenBinding.of("create-order", Scope.of(UUID.randomUUID().toString()));
    }

    private static TokenUse use(OneTimeToken token, TokenBinding binding) {
        return new TokenUse(token, binding, Fingerprint.of("sku=1"));
    }

    /** Has an effect once its transaction commits. */
    private Work<String> effect() {
        return attempt -> {
            transactions.changed(() -> {}, effects::incrementAndGet);
            return "done";
        };
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @DisplayName("B-11 50 rounds of one hundred uses of one token at once, on two instances: one effect, one answer")
    void herd(Kind kind) {
        TokenGate one = gate(kind.on(redis));
        TokenGate other = gate(kind.on(redis));
        for (int round = 0; round < ROUNDS; round++) {
            TokenBinding binding = binding();
            OneTimeToken token = kind.on(redis).issue(binding, LIFETIME).token();
            List<Outcome<String>> outcomes = Herd.of(100)
                    .runAll(member -> (member % 2 == 0 ? one : other).run(ORDER, use(token, binding), effect()));
            assertThat(outcomes)
                    .filteredOn(Outcome.Executed.class::isInstance)
                    .as("round %d", round)
                    .hasSize(1);
            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome.orElseThrow()).isEqualTo("done"));
        }
        wanted = ROUNDS;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @DisplayName("B-12 the work fails: its token is spent, and the fresh one works once")
    void spent(Kind kind) throws Exception {
        TokenGate gate = gate(kind.on(redis));
        TokenBinding binding = binding();
        OneTimeToken old = kind.on(redis).issue(binding, LIFETIME).token();
        IllegalArgumentException failure = new IllegalArgumentException("out of stock");
        TokenSpentException spent = catchThrowableOfType(
                TokenSpentException.class,
                () -> gate.run(ORDER, use(old, binding), attempt -> {
                    transactions.changed(() -> {}, effects::incrementAndGet);
                    throw failure;
                }));
        assertThat(spent).hasCause(failure);
        assertThatThrownBy(() -> gate.run(ORDER, use(old, binding), effect()))
                .isInstanceOf(TokenRefusedException.class);
        OneTimeToken fresh = spent.freshToken(LIFETIME).token();
        assertThat(gate.run(ORDER, use(fresh, binding), effect())).isEqualTo(new Outcome.Executed<>("done"));
        assertThat(gate.run(ORDER, use(fresh, binding), effect())).isEqualTo(new Outcome.Replayed<>("done"));
        wanted = 1;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @DisplayName("B-13 somebody else's attempt, before and after: refused, nothing run, nothing used up")
    void foreign(Kind kind) throws Exception {
        TokenGate gate = gate(kind.on(redis));
        TokenBinding mine = binding();
        OneTimeToken token = kind.on(redis).issue(mine, LIFETIME).token();
        assertThatThrownBy(() -> gate.run(ORDER, use(token, binding()), effect()))
                .isInstanceOf(TokenRefusedException.class);
        assertThat(gate.run(ORDER, use(token, mine), effect())).isEqualTo(new Outcome.Executed<>("done"));
        assertThatThrownBy(() -> gate.run(ORDER, use(token, binding()), effect()))
                .isInstanceOf(TokenRefusedException.class);
        assertThat(gate.run(ORDER, use(token, mine), effect())).isEqualTo(new Outcome.Replayed<>("done"));
        wanted = 1;
    }
}
