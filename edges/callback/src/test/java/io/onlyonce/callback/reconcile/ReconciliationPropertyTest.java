package io.onlyonce.callback.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.callback.reconcile.Difference.Cause;
import io.onlyonce.callback.reconcile.Difference.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Books that agree are changed in one place or in many; each change is found as what it is, and nothing else is. */
class ReconciliationPropertyTest {
    private static final Instant CUT_OFF = Instant.parse("2026-12-02T00:00:00Z");
    private static final Reconciliation RECONCILIATION = new Reconciliation(CUT_OFF);

    /** What happens to a movement on which all agreed. */
    enum Change {
        NONE,
        NOT_BOOKED,
        NOT_LISTED,
        NOT_LISTED_YET,
        AMOUNT_BOOKED_WRONG,
        CURRENCY_LISTED_WRONG,
        BOOKED_FOR_ANOTHER,
        LISTED_TWICE,
        LISTED_TWICE_AND_DIFFERENTLY
    }

    /** One movement, what is changed in it, and the notices of it. */
    record Case(MovementId id, int cents, Change change, List<State> notices) {
        @Nullable
        Kind kind() {
            return switch (change) {
                case NONE -> null;
                case NOT_BOOKED -> Kind.MISSING_IN_BOOKS;
                case NOT_LISTED, NOT_LISTED_YET -> Kind.MISSING_AT_PROVIDER;
                case AMOUNT_BOOKED_WRONG, CURRENCY_LISTED_WRONG -> Kind.AMOUNT;
                case BOOKED_FOR_ANOTHER -> Kind.PAYMENT_NO;
                case LISTED_TWICE, LISTED_TWICE_AND_DIFFERENTLY -> Kind.DOUBLED_AT_PROVIDER;
            };
        }

        Cause cause() {
            if (change == Change.NOT_LISTED_YET) {
                return Cause.NOT_YET_AT_PROVIDER;
            }
            if (notices.isEmpty()) {
                return Cause.NO_NOTICE;
            }
            if (change != Change.NOT_BOOKED) {
                return notices.contains(State.DOUBTFUL) ? Cause.NOTICE_DOUBTFUL : Cause.UNEXPLAINED;
            }
            if (notices.contains(State.DONE)) {
                return Cause.NOTICE_DONE_BUT_NOT_BOOKED;
            }
            if (notices.contains(State.WAITING)) {
                return Cause.NOTICE_WAITING;
            }
            return notices.contains(State.PARKED) ? Cause.NOTICE_PARKED : Cause.NOTICE_DOUBTFUL;
        }

        private String paymentNo() {
            return "PAY-" + id.transactionNo();
        }

        List<StatementLine> statement() {
            StatementLine line = new StatementLine(
                    id.channel(),
                    id.transactionNo(),
                    id.direction(),
                    paymentNo(),
                    Amount.ofMinor(cents, change == Change.CURRENCY_LISTED_WRONG ? "USD" : "CNY"),
                    CUT_OFF.minusSeconds(cents + 1));
            return switch (change) {
                case NOT_LISTED, NOT_LISTED_YET -> List.of();
                case LISTED_TWICE -> List.of(line, line);
                case LISTED_TWICE_AND_DIFFERENTLY ->
                    List.of(
                            line,
                            new StatementLine(
                                    id.channel(),
                                    id.transactionNo(),
                                    id.direction(),
                                    "ANOTHER",
                                    Amount.ofMinor(1, "CNY"),
                                    CUT_OFF));
                default -> List.of(line);
            };
        }

        List<BookedLine> booked() {
            if (change == Change.NOT_BOOKED) {
                return List.of();
            }
            return List.of(new BookedLine(
                    id.channel(),
                    id.transactionNo(),
                    id.direction(),
                    change == Change.BOOKED_FOR_ANOTHER ? "ANOTHER" : paymentNo(),
                    Amount.ofMinor(change == Change.AMOUNT_BOOKED_WRONG ? cents + 1 : cents, "CNY"),
                    change == Change.NOT_LISTED_YET ? CUT_OFF.plusSeconds(cents) : CUT_OFF.minusNanos(1)));
        }

        List<NoticeLine> noticeLines() {
            List<NoticeLine> lines = new ArrayList<>();
            for (State state : notices) {
                lines.add(notice(state, id.direction() == Direction.IN ? NoticeKind.PAID : NoticeKind.REFUNDED));
            }
            lines.add(notice(State.DONE, NoticeKind.PENDING)); // tells of no money
            return lines;
        }

        private NoticeLine notice(State state, NoticeKind kind) {
            return new NoticeLine(
                    id.channel(), state + "-of-" + id.transactionNo(), id.transactionNo(), kind, state, "word");
        }
    }

    @Provide
    Arbitrary<List<Case>> cases() {
        Arbitrary<MovementId> ids = Combinators.combine(
                        Arbitraries.of("alipay", "wechatpay", "Alipay"),
                        Arbitraries.strings().withChars("aA1:").ofMinLength(1).ofMaxLength(3),
                        Arbitraries.of(Direction.class))
                .as(MovementId::new);
        Arbitrary<List<State>> notices =
                Arbitraries.of(State.class).list().uniqueElements().ofMaxSize(4);
        return Combinators.combine(
                        ids, Arbitraries.integers().between(1, 100_000), Arbitraries.of(Change.class), notices)
                .as(Case::new)
                .list()
                .uniqueElements(Case::id)
                .ofMaxSize(20);
    }

    private static List<Difference> compare(List<Case> cases) {
        return RECONCILIATION.compare(
                cases.stream().flatMap(one -> one.statement().stream()).toList(),
                cases.stream().flatMap(one -> one.booked().stream()).toList(),
                cases.stream().flatMap(one -> one.noticeLines().stream()).toList());
    }

    private static Case changed(Case one, Change change) {
        return new Case(one.id(), one.cents(), change, one.notices());
    }

    private static void assertFound(Difference difference, Case one) {
        assertThat(difference.kind()).as("%s", one).isEqualTo(one.kind());
        assertThat(difference.cause()).as("%s", one).isEqualTo(one.cause());
        assertThat(new MovementId(difference.channel(), difference.transactionNo(), difference.direction()))
                .isEqualTo(one.id());
        assertThat(difference.statement())
                .isEqualTo(one.statement().isEmpty() ? null : one.statement().get(0));
        assertThat(difference.booked())
                .isEqualTo(one.booked().isEmpty() ? null : one.booked().get(0));
        assertThat(difference.notice() == null)
                .as("a notice goes with it")
                .isEqualTo(one.notices().isEmpty());
        if (difference.cause() == Cause.NOTICE_DOUBTFUL) {
            assertThat(difference.notice()).extracting(NoticeLine::state).isEqualTo(State.DOUBTFUL);
        }
    }

    @Property
    @Label("statement and books that agree have no difference, whatever the notices say")
    void equal(@ForAll("cases") List<Case> cases) {
        assertThat(compare(cases.stream().map(one -> changed(one, Change.NONE)).toList()))
                .isEmpty();
    }

    @Property
    @Label("a single change is found as exactly what it is, with what the notices tell of it")
    void single(@ForAll("cases") List<Case> cases, @ForAll Change change, @ForAll int place) {
        List<Case> all = new ArrayList<>(
                cases.stream().map(one -> changed(one, Change.NONE)).toList());
        Assume.that(!all.isEmpty() && change != Change.NONE);
        int index = Math.floorMod(place, all.size());
        Case one = changed(all.get(index), change);
        all.set(index, one);
        List<Difference> found = compare(all);
        assertThat(found).hasSize(1);
        assertFound(found.get(0), one);
    }

    @Property
    @Label("many changes are found each, none twice, in the order of their movements")
    void many(@ForAll("cases") List<Case> cases) {
        TreeMap<MovementId, Case> changed = new TreeMap<>();
        cases.stream().filter(one -> one.change() != Change.NONE).forEach(one -> changed.put(one.id(), one));
        List<Difference> found = compare(cases);
        assertThat(found).hasSameSizeAs(changed.values());
        int i = 0;
        for (Case one : changed.values()) {
            assertFound(found.get(i++), one);
        }
    }

    @Property
    @Label("the order of statement, books and notices does not matter, and a second comparison finds the same")
    void order(@ForAll("cases") List<Case> cases, @ForAll Random random) {
        List<StatementLine> statement = new ArrayList<>();
        List<BookedLine> booked = new ArrayList<>();
        List<NoticeLine> notices = new ArrayList<>();
        for (Case one : cases) {
            statement.addAll(one.statement());
            booked.addAll(one.booked());
            notices.addAll(one.noticeLines());
        }
        List<Difference> first = RECONCILIATION.compare(statement, booked, notices);
        assertThat(RECONCILIATION.compare(statement, booked, notices)).isEqualTo(first);
        Collections.shuffle(statement, random);
        Collections.shuffle(booked, random);
        Collections.shuffle(notices, random);
        assertThat(new Reconciliation(CUT_OFF).compare(statement, booked, notices))
                .isEqualTo(first);
    }

    @Property
    @Label("no two differences have one identity, and it stays when more notices come or a line comes twice")
    void identities(@ForAll("cases") List<Case> cases) {
        List<Difference> found = compare(cases);
        Set<String> identities = new HashSet<>();
        for (Difference difference : found) {
            assertThat(identities.add(difference.identity()))
                    .as(difference.identity())
                    .isTrue();
            assertThat(difference.identity()).matches("[!-~]+( [!-~]+){3}").hasSizeLessThanOrEqualTo(255);
        }
        List<Case> later = cases.stream()
                .map(one -> new Case(one.id(), one.cents(), one.change(), List.of(State.WAITING)))
                .toList();
        assertThat(compare(later))
                .extracting(Difference::identity)
                .containsExactlyElementsOf(
                        found.stream().map(Difference::identity).toList());
    }
}
