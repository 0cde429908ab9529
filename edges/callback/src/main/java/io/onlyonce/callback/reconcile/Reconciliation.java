package io.onlyonce.callback.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares a provider's statement with the own books, movement by movement, and says what the notices tell of each difference. It reads nothing and changes
 * nothing; the same lines in any order give the same differences in the same order. Immutable.
 *
 * @param cutOff where the statement ends: what was booked then or later need not be in it yet
 */
public record Reconciliation(Instant cutOff) {
    /**
     * Compares.
     *
     * @param statement the provider's lines
     * @param booked the own lines of the same channels and time
     * @param notices what is noted of notices; those that tell of no movement here do no harm
     * @return what differs, in the order of channel, transaction number, direction and kind
     * @throws IllegalArgumentException if the books have a movement twice
     */
    public List<Difference> compare(List<StatementLine> statement, List<BookedLine> booked, List<NoticeLine> notices) {
        Map<MovementId, List<StatementLine>> listed =
                statement.stream().collect(Collectors.groupingBy(StatementLine::id));
        Map<MovementId, BookedLine> books = byId(booked);
        Map<MovementId, List<NoticeLine>> told = notices.stream()
                .filter(notice -> notice.movement().isPresent())
                .collect(Collectors.groupingBy(notice -> notice.movement().orElseThrow()));
        SortedSet<MovementId> ids = new TreeSet<>(listed.keySet());
        ids.addAll(books.keySet());
        List<Difference> differences = new ArrayList<>();
        for (MovementId id : ids) {
            Movement movement = new Movement(
                    id, listed.getOrDefault(id, List.of()), books.get(id), told.getOrDefault(id, List.of()));
            differences.addAll(movement.differences(cutOff));
        }
        return List.copyOf(differences);
    }

    private static Map<MovementId, BookedLine> byId(List<BookedLine> booked) {
        Map<MovementId, BookedLine> books = new HashMap<>();
        for (BookedLine line : booked) {
            if (books.put(line.id(), line) != null) {
                throw new IllegalArgumentException(ReconcileTexts.bookedTwice(line.id()));
            }
        }
        return books;
    }
}
