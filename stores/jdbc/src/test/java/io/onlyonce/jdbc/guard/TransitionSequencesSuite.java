package io.onlyonce.jdbc.guard;

import static io.onlyonce.jdbc.guard.OrderMachine.CANCEL;
import static io.onlyonce.jdbc.guard.OrderMachine.CHECKOUT;
import static io.onlyonce.jdbc.guard.OrderMachine.FAIL;
import static io.onlyonce.jdbc.guard.OrderMachine.PAID_BY_CHANNEL;
import static io.onlyonce.jdbc.guard.OrderMachine.REFUND;
import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.jdbc.guard.OrderMachine.Delivery;
import io.onlyonce.jdbc.guard.OrderMachine.Model;
import io.onlyonce.jdbc.guard.OrderMachine.State;
import io.onlyonce.jdbc.guard.OrderTables.Seen;
import io.onlyonce.state.Transition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Events in every order, against the model; the data are audited at the end. */
abstract class TransitionSequencesSuite {
    private static final Delivery PENDING_NOTICE = new Delivery(CHECKOUT, "evt_pending");
    private static final Delivery FAILED_OLD = new Delivery(FAIL, "evt_failed_old_attempt");
    private static final Delivery SECOND_ATTEMPT = new Delivery(CHECKOUT, "evt_second_attempt");
    private static final Delivery PAID_NOTICE = new Delivery(PAID_BY_CHANNEL, "evt_paid");
    private static final Delivery REFUNDED_NOTICE = new Delivery(REFUND, "evt_refunded");
    private static final Delivery EXPIRED = new Delivery(CANCEL, "evt_expired");
    private static final List<Delivery> ALL =
            List.of(PENDING_NOTICE, FAILED_OLD, SECOND_ATTEMPT, PAID_NOTICE, REFUNDED_NOTICE, EXPIRED);

    private final OrderTables orders;

    TransitionSequencesSuite(OrderTables orders) {
        this.orders = orders;
    }

    @Test
    @DisplayName("B-34 all orders of all sets of up to five of six notices: only legal edges, each notice at most once")
    void permutations() {
        Set<List<Delivery>> sequences = permutations(5, ALL);
        assertThat(sequences).hasSize(1 + 6 + 30 + 120 + 360 + 720);
        run(sequences);
    }

    @Test
    @DisplayName("B-34 the same of up to four, each delivered twice in a row, and of three with the copies anywhere")
    void withDuplicates() {
        Set<List<Delivery>> sequences = new LinkedHashSet<>();
        for (List<Delivery> sequence : permutations(4, ALL)) {
            sequences.add(sequence.stream()
                    .flatMap(delivery -> Stream.of(delivery, delivery))
                    .toList());
        }
        for (List<Delivery> three : List.of(
                List.of(PENDING_NOTICE, FAILED_OLD, PAID_NOTICE),
                List.of(PENDING_NOTICE, FAILED_OLD, SECOND_ATTEMPT),
                List.of(PENDING_NOTICE, PAID_NOTICE, EXPIRED),
                List.of(PENDING_NOTICE, PAID_NOTICE, REFUNDED_NOTICE))) {
            List<Delivery> twice = new ArrayList<>(three);
            twice.addAll(three);
            permutations(6, twice).stream()
                    .filter(sequence -> sequence.size() == 6)
                    .forEach(sequences::add);
        }
        run(sequences);
    }

    @Test
    @DisplayName("B-34 all orders of all sets of up to four events without an occurrence")
    void withoutOccurrences() {
        Set<List<Delivery>> sequences = new LinkedHashSet<>();
        for (List<Delivery> sequence : permutations(4, ALL)) {
            sequences.add(sequence.stream()
                    .map(delivery -> Delivery.of(delivery.event()))
                    .toList());
        }
        run(sequences);
    }

    /** Where a set's final state depends on the order, the machine itself says so: who pays first or expires first, wins. */
    static Stream<Arguments> sets() {
        return Stream.of(
                Arguments.of(List.of(PENDING_NOTICE, PAID_NOTICE), EnumSet.of(State.PAID)),
                Arguments.of(List.of(PENDING_NOTICE, PAID_NOTICE, REFUNDED_NOTICE), EnumSet.of(State.REFUNDED)),
                Arguments.of(List.of(PENDING_NOTICE, FAILED_OLD), EnumSet.of(State.FAILED)),
                Arguments.of(List.of(PENDING_NOTICE, FAILED_OLD, EXPIRED), EnumSet.of(State.CANCELLED)),
                Arguments.of(List.of(PENDING_NOTICE, FAILED_OLD, PAID_NOTICE), EnumSet.of(State.PAID, State.FAILED)),
                Arguments.of(List.of(PENDING_NOTICE, PAID_NOTICE, EXPIRED), EnumSet.of(State.PAID, State.CANCELLED)));
    }

    @ParameterizedTest
    @MethodSource("sets")
    @DisplayName(
            "B-34 a set that is delivered until nothing changes ends in one state, whatever the order; the exceptions are listed")
    void ends(List<Delivery> set, Set<State> wanted) {
        Set<State> ends = EnumSet.noneOf(State.class);
        for (List<Delivery> sequence : permutations(set.size(), set)) {
            if (sequence.size() < set.size()) {
                continue;
            }
            String id = orders.place(State.PENDING);
            boolean changed = true;
            while (changed) {
                changed = false;
                for (Delivery delivery : sequence) {
                    changed |= orders.deliver(id, delivery) instanceof Transition.Applied;
                }
            }
            ends.add(State.valueOf(orders.see(id).status()));
        }
        assertThat(ends).isEqualTo(wanted);
        orders.mustBeLegal();
    }

    private void run(Set<List<Delivery>> sequences) {
        for (List<Delivery> sequence : sequences) {
            Model model = new Model(State.PENDING);
            List<Transition<State>> wanted =
                    sequence.stream().map(model::deliver).toList();
            String id = orders.inTransaction(() -> {
                String order = orders.insert(State.PENDING);
                orders.transitions().begin(order, "placed");
                List<Transition<State>> told = new ArrayList<>();
                for (Delivery delivery : sequence) {
                    told.add(orders.deliverHere(order, delivery));
                }
                assertThat(told).as("%s", sequence).isEqualTo(wanted);
                return order;
            });
            assertThat(orders.see(id))
                    .as("%s", sequence)
                    .isEqualTo(new Seen(
                            model.state().name(), 1L + model.applied(), 1L + model.applied(), model.occurrences()));
        }
        orders.mustBeLegal();
    }

    /** All orders of all subsets of up to this size, equal ones once. */
    private static Set<List<Delivery>> permutations(int size, List<Delivery> of) {
        Set<List<Delivery>> found = new LinkedHashSet<>();
        extend(List.of(), new HashSet<>(), size, of, found);
        return found;
    }

    private static void extend(
            List<Delivery> begun, Set<Integer> used, int size, List<Delivery> of, Set<List<Delivery>> found) {
        if (!found.add(begun) || begun.size() == size) {
            return;
        }
        for (int i = 0; i < of.size(); i++) {
            if (used.add(i)) {
                List<Delivery> longer = new ArrayList<>(begun);
                longer.add(of.get(i));
                extend(List.copyOf(longer), used, size, of, found);
                used.remove(i);
            }
        }
    }
}
