package io.onlyonce.verify.history;

import io.onlyonce.verify.history.Event.Invoked;
import io.onlyonce.verify.history.Event.OfAttempt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All events of a run in the order of their times. Immutable. */
public final class History {
    private final List<Event> events;
    private final List<Attempt> attempts;

    private History(List<Event> events) {
        this.events = List.copyOf(events);
        this.attempts = List.copyOf(pair(events));
    }

    /**
     * @throws IllegalArgumentException if an end has no beginning, or an attempt two of either: then nothing that is read from it would mean anything
     */
    public static History of(List<Event> events) {
        return new History(events);
    }

    private static List<Attempt> pair(List<Event> events) {
        Map<Integer, Invoked> begun = new LinkedHashMap<>();
        Map<Integer, OfAttempt> ended = new HashMap<>();
        for (Event event : events) {
            if (event instanceof Invoked invoked) {
                if (begun.putIfAbsent(invoked.attempt(), invoked) != null) {
                    throw new IllegalArgumentException("Attempt " + invoked.attempt() + " begins twice.");
                }
            } else if (event instanceof OfAttempt end) {
                if (!begun.containsKey(end.attempt())) {
                    throw new IllegalArgumentException("Attempt " + end.attempt() + " ends without a beginning.");
                }
                if (ended.putIfAbsent(end.attempt(), end) != null) {
                    throw new IllegalArgumentException("Attempt " + end.attempt() + " ends twice.");
                }
            }
        }
        List<Attempt> attempts = new ArrayList<>();
        begun.forEach((number, invoked) -> attempts.add(new Attempt(invoked, ended.get(number))));
        return attempts;
    }

    public List<Event> events() {
        return events;
    }

    /** In the order in which they began. */
    public List<Attempt> attempts() {
        return attempts;
    }

    public boolean isEmpty() {
        return attempts.isEmpty();
    }

    /** The attempts at each operation, in the order in which these began. */
    public Map<Identity, List<Attempt>> byIdentity() {
        Map<Identity, List<Attempt>> grouped = new LinkedHashMap<>();
        attempts.forEach(attempt -> grouped.computeIfAbsent(attempt.identity(), any -> new ArrayList<>())
                .add(attempt));
        return grouped;
    }

    /** The attempts with each payload, in the order in which these began. */
    public Map<String, List<Attempt>> byRef() {
        Map<String, List<Attempt>> grouped = new LinkedHashMap<>();
        attempts.forEach(attempt -> grouped.computeIfAbsent(attempt.call().ref(), any -> new ArrayList<>())
                .add(attempt));
        return grouped;
    }

    /** How often each planned kind of fault has happened, 0 included. */
    public Map<String, Integer> faults() {
        Map<String, Integer> faults = new LinkedHashMap<>();
        for (Event event : events) {
            if (event instanceof Event.Planned planned) {
                faults.putIfAbsent(planned.fault(), 0);
            } else if (event instanceof Event.Dealt dealt) {
                faults.merge(dealt.fault(), 1, Integer::sum);
            } else if (event instanceof Invoked invoked && !invoked.fault().isEmpty()) {
                faults.merge(invoked.fault(), 1, Integer::sum);
            }
        }
        return faults;
    }

    /** The same with one event more. */
    public History with(Event last) {
        List<Event> more = new ArrayList<>(events);
        more.add(last);
        return new History(more);
    }

    /** The same with these attempts only; what was done to the service stays. */
    public History only(Collection<Attempt> kept) {
        Set<Integer> numbers = Set.copyOf(
                kept.stream().map(attempt -> attempt.invoked().attempt()).toList());
        return new History(events.stream()
                .filter(event -> !(event instanceof OfAttempt mine) || numbers.contains(mine.attempt()))
                .toList());
    }
}
