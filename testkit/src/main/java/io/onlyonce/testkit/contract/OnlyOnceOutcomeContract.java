package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Ending;
import io.onlyonce.Guarantee;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.error.KeyReusedException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.record.RecordState;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How single calls end, one after the other: what is remembered, what is forgotten, what is refused. */
public abstract class OnlyOnceOutcomeContract extends OnlyOnceFixture {
    private static final String KEY = "k";

    @Test
    @DisplayName("B-10 the first call runs the work, each later one gets its answer, in this process and in others")
    void executedThenReplayed() throws Exception {
        OnlyOnce node = node();
        assertThat(order(node, KEY, work("order 7"))).isEqualTo(new Outcome.Executed<>("order 7"));
        assertThat(order(node, KEY, attempt -> never())).isEqualTo(new Outcome.Replayed<>("order 7"));
        assertThat(order(node(), KEY, attempt -> never())).isEqualTo(new Outcome.Replayed<>("order 7"));
        assertThat(effects(KEY)).isEqualTo(1);
        assertThat(decisions(KEY)).isEqualTo(Map.of(Kind.FIRST, 1L, Kind.REPLAYED, 2L));
    }

    @Test
    @DisplayName(
            "the work runs on the caller's thread, inside the transaction, as attempt 1, with a reference that is the key's own")
    void insideTheTransaction() throws Exception {
        Thread caller = Thread.currentThread();
        order(node(), KEY, attempt -> {
            assertThat(Thread.currentThread()).isSameAs(caller);
            assertThat(transactions().joins()).isTrue();
            assertThat(attempt.number()).isEqualTo(1);
            assertThat(attempt.reference())
                    .isEqualTo(attempt.key().id().toUuid().toString());
            return work("done").run(attempt);
        });
        assertThat(transactions().joins()).isFalse();
    }

    @Test
    @DisplayName("a key that is used again for another payload is refused, and the first record is not touched")
    void keyReused() throws Exception {
        order(node(), KEY, work("first"));
        for (OnlyOnce node : List.of(node(), node())) {
            Outcome<String> reused = run(node, operation(), call(KEY, "another payload"), attempt -> never());
            assertThat(reused).isInstanceOf(Outcome.KeyReused.class);
            assertThatThrownBy(reused::orElseThrow).isInstanceOf(KeyReusedException.class);
        }
        assertThat(order(node(), KEY, attempt -> never())).isEqualTo(new Outcome.Replayed<>("first"));
        assertThat(decisions(KEY)).containsEntry(Kind.KEY_REUSED, 2L);
    }

    @Test
    @DisplayName("B-02 the same key in another operation is another request")
    void otherOperation() throws Exception {
        Operation<String> refund = Operation.named("create-refund", ResultCodec.text());
        assertThat(order(node(), KEY, work("order"))).isInstanceOf(Outcome.Executed.class);
        assertThat(run(node(), refund, call(KEY, "payload"), work("refund")))
                .isEqualTo(new Outcome.Executed<>("refund"));
    }

    @Test
    @DisplayName("B-09 an exception comes out unchanged, leaves nothing, and a retry runs")
    void exception() throws Exception {
        OnlyOnce node = node();
        for (Exception failure : List.of(new IOException("checked"), new IllegalStateException("unchecked"))) {
            assertThatThrownBy(() -> order(node, KEY, failing(failure))).isSameAs(failure);
            assertThat(effects(KEY)).isZero();
            assertThat(record(KEY)).isEmpty();
        }
        assertThat(order(node, KEY, work("at last"))).isEqualTo(new Outcome.Executed<>("at last"));
        assertThat(decisions(KEY)).isEqualTo(Map.of(Kind.FAILED, 2L, Kind.FIRST, 1L));
    }

    @Test
    @DisplayName("B-09 an error comes out unchanged, leaves nothing, and a retry runs")
    void error() throws Exception {
        OnlyOnce node = node();
        StackOverflowError failure = new StackOverflowError("in the work");
        assertThatThrownBy(() -> order(node, KEY, attempt -> {
                    recordEffect(nameOf(attempt.key()));
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(record(KEY)).isEmpty();
        assertThat(order(node, KEY, work("at last"))).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName("B-09 a declared refusal is remembered without its business writes, and each retry gets it again")
    void rememberedRefusal() throws Exception {
        SoldOutException refusal = new SoldOutException("none of SKU-1 left");
        Outcome<String> first = order(node(), KEY, failing(refusal));
        assertThat(first).isEqualTo(new Outcome.Refused<>(refusal, false));
        assertThat(effects(KEY)).isZero();
        for (OnlyOnce node : List.of(node(), node())) {
            Outcome<String> again = order(node, KEY, attempt -> never());
            assertThat(again)
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused -> assertThat(refused.replayed()).isTrue());
            assertThatThrownBy(again::orElseThrow)
                    .isInstanceOf(SoldOutException.class)
                    .hasMessage("none of SKU-1 left");
        }
        assertThat(record(KEY))
                .hasValueSatisfying(stored -> assertThat(stored.state()).isEqualTo(RecordState.REFUSED));
        assertThat(decisions(KEY)).isEqualTo(Map.of(Kind.REFUSED, 1L, Kind.REPLAYED, 2L));
    }

    @Test
    @DisplayName(
            "a refusal without a message is replayed without one; a subclass of a declared refusal is remembered too")
    void refusalWithoutMessage() throws Exception {
        order(node(), KEY, failing(new SoldOutException(null) {
            private static final long serialVersionUID = 1L;
        }));
        assertThatThrownBy(() -> order(node(), KEY, attempt -> never()).orElseThrow())
                .isInstanceOf(SoldOutException.class)
                .hasMessage(null);
    }

    @Test
    @DisplayName("a refusal that is returned as an answer is remembered without its business writes")
    void returnedRefusal() throws Exception {
        Operation<String> operation =
                operation().ending(answer -> answer.startsWith("4") ? Ending.REFUSE : Ending.REMEMBER);
        assertThat(run(node(), operation, call(KEY, "payload"), work("409 sold out"))
                        .orElseThrow())
                .isEqualTo("409 sold out");
        assertThat(effects(KEY)).isZero();
        assertThat(run(node(), operation, call(KEY, "payload"), attempt -> never()))
                .isEqualTo(new Outcome.Replayed<>("409 sold out"));
    }

    @Test
    @DisplayName("B-09 an answer that is to be forgotten reaches its caller, leaves nothing, and a retry runs")
    void forgottenAnswer() throws Exception {
        Operation<String> operation =
                operation().ending(answer -> answer.startsWith("5") ? Ending.FORGET : Ending.REMEMBER);
        assertThat(run(node(), operation, call(KEY, "payload"), work("503")))
                .isEqualTo(new Outcome.RolledBack<>("503"));
        assertThat(effects(KEY)).isZero();
        assertThat(record(KEY)).isEmpty();
        assertThat(run(node(), operation, call(KEY, "payload"), work("200"))).isEqualTo(new Outcome.Executed<>("200"));
        assertThat(decisions(KEY)).isEqualTo(Map.of(Kind.ROLLED_BACK, 1L, Kind.FIRST, 1L));
    }

    @Test
    @DisplayName("B-38 an empty text and null are answers like any other")
    @SuppressWarnings("NullAway") // nullness inside generics and arrays is read from JDK 22 on
    void emptyAndNull() throws Exception {
        assertThat(order(node(), KEY, work(""))).isEqualTo(new Outcome.Executed<>(""));
        assertThat(order(node(), KEY, attempt -> never())).isEqualTo(new Outcome.Replayed<>(""));
        Operation<@Nullable String> nullable = Operation.named("nullable", new NullableText());
        assertThat(run(node(), nullable, call(KEY, "payload"), attempt -> {
                    recordEffect(nameOf(attempt.key()));
                    return null;
                }))
                .isEqualTo(new Outcome.Executed<>(null));
        assertThat(run(node(), nullable, call(KEY, "payload"), attempt -> never()))
                .isEqualTo(new Outcome.Replayed<>(null));
    }

    @Test
    @DisplayName(
            "B-39 an answer that is too large or cannot be written reaches its caller; retries are told that it is done")
    void answerNotKept() throws Exception {
        OnlyOnce node = node();
        Operation<String> small = operation().maxAnswerBytes(4);
        assertThat(run(node, small, call("large", "payload"), work("12345")))
                .isEqualTo(new Outcome.Executed<>("12345"));
        Operation<String> unwritable = Operation.named(ORDER.name(), new Unreadable(true));
        assertThat(run(node, unwritable, call("unwritable", "payload"), work("x")))
                .isEqualTo(new Outcome.Executed<>("x"));
        for (String key : List.of("large", "unwritable")) {
            assertThat(order(node, key, attempt -> never())).isInstanceOf(Outcome.ResultUnavailable.class);
            assertThat(order(node(), key, attempt -> never())).isInstanceOf(Outcome.ResultUnavailable.class);
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-39 an answer that cannot be read any more is told to be done; the work never runs again")
    void answerNotReadable() throws Exception {
        order(node(), KEY, work("written by an older release"));
        Operation<String> changed = Operation.named(ORDER.name(), new Unreadable(false));
        assertThat(run(node(), changed, call(KEY, "payload"), attempt -> never()))
                .isInstanceOf(Outcome.ResultUnavailable.class);
    }

    @Test
    @DisplayName("a refusal that is no longer declared is told to be done; the work never runs again")
    void refusalNotDeclaredAnyMore() throws Exception {
        order(node(), KEY, failing(new SoldOutException("none left")));
        assertThat(run(node(), operation().remembering(), call(KEY, "payload"), attempt -> never()))
                .isInstanceOf(Outcome.ResultUnavailable.class);
    }

    @Test
    @DisplayName("work that calls itself with its own key is told so instead of waiting for itself, and leaves nothing")
    void callsItself() throws Exception {
        OnlyOnce node = node();
        AtomicInteger depth = new AtomicInteger();
        assertThatThrownBy(() -> order(node, KEY, attempt -> {
                    recordEffect(nameOf(attempt.key()));
                    assertThat(depth.incrementAndGet()).isEqualTo(1);
                    return order(node, KEY, inner -> never()).orElseThrow();
                }))
                .isInstanceOf(MisuseException.class);
        assertThat(order(node, KEY, work("at last"))).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName("work that calls another operation shares its fate: both effects, or none")
    void callsAnother() throws Exception {
        OnlyOnce node = node();
        IOException failure = new IOException("after the inner call");
        assertThatThrownBy(() -> order(node, "outer", attempt -> {
                    order(node, "inner", work("inner"));
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(effects("inner")).isZero();
        order(node, "outer", attempt -> {
            order(node, "inner", work("inner"));
            return work("outer").run(attempt);
        });
        assertThat(order(node, "inner", attempt -> never())).isEqualTo(new Outcome.Replayed<>("inner"));
    }

    @Test
    @DisplayName("inside a caller's transaction the caller's commit decides")
    void joined() throws Exception {
        OnlyOnce node = node();
        transactions().run(() -> {
            assertThat(order(node, KEY, work("undone"))).isEqualTo(new Outcome.Executed<>("undone"));
            return Ended.rollBack(true);
        });
        assertThat(record(KEY)).isEmpty();
        transactions().run(() -> {
            assertThat(order(node, KEY, work("kept"))).isEqualTo(new Outcome.Executed<>("kept"));
            assertThat(effects(KEY)).isZero();
            return Ended.commit(true);
        });
        assertThat(order(node, KEY, attempt -> never())).isEqualTo(new Outcome.Replayed<>("kept"));
    }

    @Test
    @DisplayName(
            "B-16 work that fails inside a caller's transaction leaves that one alive; so does a remembered refusal")
    void joinedAndFailed() throws Exception {
        OnlyOnce node = node();
        IOException failure = new IOException("inner");
        transactions().run(() -> {
            assertThatThrownBy(() -> order(node, "failed", failing(failure))).isSameAs(failure);
            assertThat(order(node, "refused", failing(new SoldOutException("none left"))))
                    .isInstanceOf(Outcome.Refused.class);
            assertThat(order(node, KEY, work("kept"))).isInstanceOf(Outcome.Executed.class);
            return Ended.commit(true);
        });
        assertThat(record("failed")).isEmpty();
        assertThat(order(node, "refused", attempt -> never())).isInstanceOf(Outcome.Refused.class);
        assertThat(effects(KEY)).isEqualTo(1);
    }

    @Test
    @DisplayName("an operation with leases is not run here: the mistake is told before anything is touched")
    void wrongGuarantee() {
        Operation<String> leased = operation().guarantee(Guarantee.Leased.of(Duration.ofSeconds(10)));
        assertThatThrownBy(() -> node().run(leased, call(KEY, "payload"), attempt -> never()))
                .isInstanceOf(MisuseException.class);
        assertThat(record(KEY)).isEmpty();
    }

    /** Keeps null as one byte. */
    private static final class NullableText implements ResultCodec<@Nullable String> {
        @Override
        public byte[] encode(@Nullable String answer) {
            return answer == null ? new byte[] {0} : ("=" + answer).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }

        @Override
        @SuppressWarnings("NullAway") // nullness inside generics and arrays is read from JDK 22 on
        public @Nullable String decode(byte[] stored) {
            return stored[0] == 0
                    ? null
                    : new String(stored, 1, stored.length - 1, java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    /** Cannot read, and if so told cannot write either. */
    private record Unreadable(boolean unwritable) implements ResultCodec<String> {
        @Override
        public byte[] encode(String answer) throws Exception {
            if (unwritable) {
                throw new IOException("injected: the answer cannot be written");
            }
            return ResultCodec.text().encode("");
        }

        @Override
        public String decode(byte[] stored) throws IOException {
            throw new IOException("injected: the answer cannot be read");
        }
    }
}
