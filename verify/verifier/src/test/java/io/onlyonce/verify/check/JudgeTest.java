package io.onlyonce.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.check.Expectation.Proof;
import io.onlyonce.verify.check.Expectation.Refusals;
import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.check.Observed.Balance;
import io.onlyonce.verify.check.Observed.Breach;
import io.onlyonce.verify.check.Observed.Decision;
import io.onlyonce.verify.check.Observed.Entry;
import io.onlyonce.verify.check.Observed.LogLine;
import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.check.Verdict.Invalid;
import io.onlyonce.verify.check.Verdict.Unknown;
import io.onlyonce.verify.check.Verdict.Valid;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.History;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("The verdict")
class JudgeTest {
    private final Scene scene = new Scene();

    private static CounterExample only(Verdict verdict, String check) {
        assertThat(verdict).isInstanceOf(Invalid.class);
        List<CounterExample> found = ((Invalid) verdict).counterExamples();
        assertThat(found).extracting(CounterExample::check).contains(check);
        return found.stream()
                .filter(example -> example.check().equals(check))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("an honest service with a retry, a refusal and a copy in progress is valid")
    void honest() {
        int first = scene.sent();
        int copy = scene.sent();
        scene.inProgress(copy).yes(first, "o1");
        scene.replayed(scene.sent(), "o1").effects("r1", 1);
        scene.refused(scene.sent("bob", "k2", "r2"));
        assertThat(scene.verdict()).isInstanceOf(Valid.class);
    }

    @Nested
    @DisplayName("is never valid")
    class NeverValid {
        @Test
        @DisplayName("without a history")
        void empty() {
            assertThat(scene.verdict()).isInstanceOf(Unknown.class);
        }

        @Test
        @DisplayName("without a single success")
        void refusesAll() {
            scene.refused(scene.sent());
            assertThat(scene.verdict()).isInstanceOf(Unknown.class);
        }

        @Test
        @DisplayName("if one request under test never succeeded, though another did")
        void oneRefused() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            Evidence evidence = scene.evidence();
            Rules rules = evidence.rules();
            Verdict verdict = new Judge()
                    .judge(new Evidence(
                            evidence.history(),
                            evidence.observed(),
                            new Rules(
                                    Map.of("place", Expectation.STRICT, "pay", Expectation.STRICT),
                                    rules.states(),
                                    rules.settle())));
            assertThat(verdict)
                    .isInstanceOfSatisfying(
                            Unknown.class, unknown -> assertThat(unknown.why()).contains("\"pay\"", "expect: refused"));
        }

        @Test
        @DisplayName("if neither a success nor a refusal came where a refusal is expected")
        void neither() {
            scene.proof(Proof.REFUSAL).failed(scene.sent());
            assertThat(scene.verdict()).isInstanceOf(Unknown.class);
        }

        @Test
        @DisplayName("if the plan looks at states or a log, and sees nothing of either")
        void blind() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            scene.states(new Rules.States(Set.of(""), Map.of()));
            assertThat(scene.verdict())
                    .isInstanceOfSatisfying(
                            Unknown.class, unknown -> assertThat(unknown.why()).contains("observe.states"));
            Scene other = new Scene();
            other.yes(other.sent(), "o1").effects("r1", 1).log();
            assertThat(other.verdict())
                    .isInstanceOfSatisfying(
                            Unknown.class, unknown -> assertThat(unknown.why()).contains("observe.log"));
        }

        @Test
        @DisplayName("if an operation that was given up was alone: nobody else was answered")
        void alone() {
            scene.yes(scene.sent("bob", "k2", "r2"), "o2").effects("r2", 1);
            int last = scene.sent();
            scene.unknown(last).gaveUp(last);
            assertThat(scene.verdict()).isInstanceOf(Unknown.class);
        }

        @Test
        @DisplayName("if the run ended before a repeated operation had its time")
        void cutShort() {
            scene.yes(scene.sent("bob", "k2", "r2"), "o2").effects("r2", 1);
            scene.failed(scene.sent()).failed(scene.sent());
            assertThat(scene.verdict()).isInstanceOf(Unknown.class);
        }

        @Test
        @DisplayName("if a check fails itself")
        void crash() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            Check crashing = new Check() {
                @Override
                public String name() {
                    return "crashing";
                }

                @Override
                public String promise() {
                    return "";
                }

                @Override
                public boolean heals() {
                    return false;
                }

                @Override
                public Finding examine(Evidence evidence) {
                    throw new IllegalStateException("a bug");
                }
            };
            Verdict verdict = new Judge(List.of(new AtMostOneEffect(), crashing)).judge(scene.evidence());
            assertThat(verdict)
                    .isInstanceOfSatisfying(
                            Unknown.class, unknown -> assertThat(unknown.why()).contains("crashing", "a bug"));
        }

        @Test
        @DisplayName("if nobody knows what became of an operation")
        void lost() {
            scene.yes(scene.sent("bob", "k2", "r2"), "o2").effects("r2", 1);
            scene.unknown(scene.sent());
            assertThat(scene.verdict()).isInstanceOf(Unknown.class);
        }
    }

    @Nested
    @DisplayName("is invalid")
    class IsInvalid {
        @Test
        @DisplayName("if an operation took effect twice, shown by two requests of fifty")
        void twice() {
            for (int copy = 0; copy < 50; copy++) {
                scene.replayed(scene.sent(), "o1");
            }
            scene.yes(scene.sent(), "o1");
            scene.yes(scene.sent(), "o1").effects("r1", 2);
            CounterExample found = only(scene.verdict(), "at-most-one-effect");
            assertThat(found.attempts())
                    .hasSize(2)
                    .allMatch(attempt -> !attempt.answer().orElseThrow().replayed());
            assertThat(found.what()).contains("2 times");
        }

        @Test
        @DisplayName("if two payloads under one key took effect")
        void twoPayloads() {
            scene.yes(scene.sent("alice", "k1", "r1"), "o1");
            scene.yes(scene.sent("alice", "k1", "r2"), "o2");
            scene.effects("r1", 1).effects("r2", 1);
            only(scene.verdict(), "at-most-one-effect");
            only(scene.verdict(), "mismatch-refused");
        }

        @Test
        @DisplayName("if a success has no effect")
        void noEffect() {
            scene.yes(scene.sent(), "o1");
            only(scene.verdict(), "effect-for-every-success");
        }

        @Test
        @DisplayName("if what was refused has an effect")
        void refusedEffect() {
            scene.refused(scene.sent());
            scene.notSent(scene.sent()).effects("r1", 1);
            only(scene.verdict(), "no-effect-of-refused");
        }

        @Test
        @DisplayName("if the second answer has another body, or another status")
        void otherAnswer() {
            scene.yes(scene.sent(), "o1").yes(scene.sent(), "o2").effects("r1", 1);
            assertThat(only(scene.verdict(), "replay-equals-first").attempts()).hasSize(2);
            Scene other = new Scene();
            other.yes(other.sent(), "o1");
            other.answered(other.sent(), new Answer(Meaning.SUCCESS, 200, Map.of(), "o1", "hash of o1", true, true));
            other.effects("r1", 1);
            assertThat(only(other.verdict(), "replay-equals-first").what()).contains("status 201, then 200");
        }

        @Test
        @DisplayName("if a refusal is forgotten that should be remembered")
        void forgotten() {
            scene.refused(scene.sent());
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            only(scene.verdict(), "replay-equals-first");
        }

        @Test
        @DisplayName("if a success becomes a refusal, even where refusals are not remembered")
        void takenBack() {
            scene.held(Same.ANSWER, Refusals.FRESH, false);
            scene.yes(scene.sent(), "o1").refused(scene.sent()).effects("r1", 1);
            only(scene.verdict(), "replay-equals-first");
        }

        @Test
        @DisplayName("if somebody gets another one's answer")
        void foreign() {
            scene.held(Same.ANSWER, Refusals.REMEMBERED, true);
            scene.yes(scene.sent("alice", "k1", "r1"), "{r1}").effects("r1", 1);
            scene.foreign(scene.sent("bob", "k1", "r2")).effects("r2", 1);
            only(scene.verdict(), "own-answer");
        }

        @Test
        @DisplayName("if an honest retry is taken for another payload")
        void suspected() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            scene.mismatch(scene.sent());
            only(scene.verdict(), "mismatch-refused");
        }

        @Test
        @DisplayName("if it says \"in progress\" after the end, or without a time to come back")
        void dishonest() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            scene.inProgress(scene.sent());
            assertThat(only(scene.verdict(), "honest-in-progress").attempts()).hasSize(2);
            Scene other = new Scene();
            int first = other.sent();
            other.answered(other.sent(), new Answer(Meaning.IN_PROGRESS, 409, Map.of(), "", "", false, true));
            other.yes(first, "o1").effects("r1", 1);
            assertThat(only(other.verdict(), "honest-in-progress").what()).contains("when to come back");
        }

        @Test
        @DisplayName("if a key stays in progress, or fails for good")
        void stuck() {
            scene.unknown(scene.sent());
            int last = scene.sent();
            scene.inProgress(last).gaveUp(last);
            only(scene.verdict(), "no-stuck-key");
            Scene other = new Scene();
            other.failed(other.sent());
            int again = other.sent();
            other.failed(again).gaveUp(again);
            only(other.verdict(), "no-stuck-key");
        }

        @Test
        @DisplayName("if a key never answers while others are served")
        void hanging() {
            scene.unknown(scene.sent());
            int last = scene.sent();
            scene.yes(scene.sent("bob", "k2", "r2"), "o2").effects("r2", 1);
            scene.unknown(last).gaveUp(last);
            assertThat(only(scene.verdict(), "no-stuck-key").attempts())
                    .extracting(attempt -> attempt.identity().scope())
                    .contains("alice", "bob");
        }

        @Test
        @DisplayName("if a payload that was served is refused as another one later, beside a real other one")
        void suspectedBeside() {
            scene.yes(scene.sent("alice", "k1", "r1"), "o1").effects("r1", 1);
            scene.mismatch(scene.sent("alice", "k1", "r2"));
            scene.mismatch(scene.sent("alice", "k1", "r1"));
            assertThat(only(scene.verdict(), "mismatch-refused").attempts()).hasSize(2);
        }

        @Test
        @DisplayName("if two payloads were both refused as the other one")
        void burnt() {
            scene.yes(scene.sent("bob", "k2", "r9"), "o9").effects("r9", 1);
            scene.mismatch(scene.sent("alice", "k1", "r1"));
            scene.mismatch(scene.sent("alice", "k1", "r2"));
            scene.notSent(scene.sent("alice", "k1", "r2"));
            assertThat(only(scene.verdict(), "mismatch-refused").what()).contains("every payload");
        }

        @Test
        @DisplayName("if records and effects do not agree")
        void records() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            assertThat(only(scene.records().verdict(), "no-orphan-record").what())
                    .contains("no record says so");
            assertThat(only(scene.records(new Entry("k1", false)).verdict(), "no-orphan-record")
                            .what())
                    .contains("still says it is at work");
            assertThat(only(
                                    scene.effects("r1", 0)
                                            .records(new Entry("k1", true))
                                            .verdict(),
                                    "no-orphan-record")
                            .what())
                    .contains("no effect");
            assertThat(scene.effects("r1", 1).records(new Entry("k1", true)).verdict())
                    .isInstanceOf(Valid.class);
        }

        @Test
        @DisplayName("if money has vanished")
        void money() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            scene.balance(new Balance("money", new BigDecimal("100.00"), new BigDecimal("100.0")));
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
            scene.balance(new Balance("stock", new BigDecimal("10"), new BigDecimal("8")));
            assertThat(only(scene.verdict(), "conserved").what()).contains("stock", "2 has vanished");
        }

        @Test
        @DisplayName("if a row is there that must not be")
        void invariant() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            scene.breach(new Breach("stock below zero", List.of()));
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
            scene.breach(new Breach("stock below zero", List.of("SKU-1, -1")));
            assertThat(only(scene.verdict(), "invariants").data()).containsExactly("SKU-1, -1");
        }

        @Test
        @DisplayName("if a state change is illegal, jumps, or begins nowhere")
        void states() {
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            scene.states(new Rules.States(Set.of(""), Map.of("", Set.of("NEW"), "NEW", Set.of("PAID", "CANCELLED"))));
            scene.change("o1", "", "NEW").change("o1", "NEW", "PAID");
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
            scene.change("o2", "", "NEW").change("o2", "NEW", "CANCELLED").change("o2", "NEW", "PAID");
            assertThat(only(scene.verdict(), "legal-transitions").what()).contains("left state NEW when it was in");
            Scene other = new Scene();
            other.yes(other.sent(), "o1").effects("r1", 1);
            other.states(new Rules.States(Set.of("NEW"), Map.of("NEW", Set.of("PAID"))));
            other.change("o1", "NEW", "GONE");
            assertThat(only(other.verdict(), "legal-transitions").what()).contains("not legal");
            assertThat(only(other.change("o2", "PAID", "NEW").verdict(), "legal-transitions")
                            .more())
                    .isEqualTo(1);
        }

        @Test
        @DisplayName("if the log does not explain an answer")
        void log() {
            scene.yes(scene.sent(), "o1").replayed(scene.sent(), "o1").effects("r1", 1);
            scene.log(new LogLine("k1", Decision.FIRST));
            only(scene.verdict(), "log-explains");
            scene.log(new LogLine("r1", Decision.FIRST), new LogLine("r1", Decision.DUPLICATE));
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
            scene.log(new LogLine("k1", Decision.FIRST), new LogLine("k1", Decision.DUPLICATE));
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
        }
    }

    @Nested
    @DisplayName("is not invalid")
    class NotInvalid {
        @Test
        @DisplayName("if a request of which nobody knows may still be at work")
        void perhapsAtWork() {
            scene.unknown(scene.sent());
            scene.inProgress(scene.sent());
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
        }

        @Test
        @DisplayName("if an effect came from a request of which nobody knows")
        void unknownEffect() {
            scene.unknown(scene.sent());
            scene.replayed(scene.sent(), "o1").effects("r1", 1);
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
        }

        @Test
        @DisplayName("if two users chose one key")
        void twoUsers() {
            scene.yes(scene.sent("alice", "k1", "r1"), "o1").effects("r1", 1);
            scene.yes(scene.sent("bob", "k1", "r2"), "o2").effects("r2", 1);
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
        }

        @Test
        @DisplayName("if another payload under a key is refused")
        void refusedReuse() {
            scene.yes(scene.sent("alice", "k1", "r1"), "o1").effects("r1", 1);
            scene.mismatch(scene.sent("alice", "k1", "r2"));
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
        }

        @Test
        @DisplayName("if a server error comes before the success")
        void errorFirst() {
            scene.failed(scene.sent());
            scene.yes(scene.sent(), "o1").effects("r1", 1);
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
        }

        @Test
        @DisplayName("if a request is refused each time by design, and counts as not looked at")
        void refusedByDesign() {
            scene.proof(Proof.REFUSAL).refused(scene.sent());
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
            assertThat(new Judge().findings(scene.evidence()))
                    .containsEntry("at-most-one-effect", new Finding.Kept(0))
                    .containsEntry("own-answer", new Finding.Kept(0));
        }

        @Test
        @DisplayName("if \"in progress\" is said while another payload is being refused, and not after it was")
        void refusedMeanwhile() {
            scene.yes(scene.sent("alice", "k1", "r1"), "o1").effects("r1", 1);
            int other = scene.sent("alice", "k1", "r2");
            scene.inProgress(scene.sent("alice", "k1", "r1")).mismatch(other);
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
            scene.inProgress(scene.sent("alice", "k1", "r1"));
            only(scene.verdict(), "honest-in-progress");
        }

        @Test
        @DisplayName("if another payload held the key first, and gave it back")
        void givenBack() {
            scene.mismatch(scene.sent("alice", "k1", "r1"));
            scene.failed(scene.sent("alice", "k1", "r2"));
            scene.yes(scene.sent("alice", "k1", "r1"), "o1").effects("r1", 1);
            scene.mismatch(scene.sent("alice", "k1", "r2"));
            assertThat(scene.verdict()).isInstanceOf(Valid.class);
        }

        @Test
        @DisplayName("if a request is not judged at all")
        void preparing() {
            scene.yes(scene.sent(), "o1");
            Evidence evidence = scene.evidence();
            Verdict verdict = new Judge()
                    .judge(new Evidence(
                            evidence.history(),
                            evidence.observed(),
                            new Rules(Map.of(), Optional.empty(), Duration.ZERO)));
            assertThat(verdict).isInstanceOf(Unknown.class);
        }
    }

    @Test
    @DisplayName("is the same for the same evidence, and a smaller history that still fails is really one")
    void shrunk() {
        for (int copy = 0; copy < 20; copy++) {
            scene.yes(scene.sent(), "o" + copy % 3);
        }
        Evidence evidence = scene.effects("r1", 1).evidence();
        CounterExample found = only(new Judge().judge(evidence), "replay-equals-first");
        assertThat(new Judge().judge(evidence)).isEqualTo(new Judge().judge(evidence));
        History small = evidence.history().only(found.attempts());
        assertThat(small.attempts()).hasSize(2);
        assertThat(new SameAnswer().examine(evidence.with(small))).isInstanceOf(Finding.Broken.class);
    }
}
