package io.onlyonce.verify.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** Takes down what happens, from many threads. What it gives is the history so far. */
public final class Recorder {
    private final LongSupplier nanos;
    private final long origin;
    private final AtomicInteger attempts = new AtomicInteger();
    private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Set<String> refs = ConcurrentHashMap.newKeySet();

    public Recorder() {
        this(System::nanoTime);
    }

    /**
     * @param nanos a clock that never goes back
     */
    Recorder(LongSupplier nanos) {
        this.nanos = nanos;
        this.origin = nanos.getAsLong();
    }

    /** A number for an attempt that is about to begin. */
    public int nextAttempt() {
        return attempts.incrementAndGet();
    }

    /** Takes down what happens now. The time of a beginning is before anything is sent, that of an end after all was received. */
    public void add(LongFunction<Event> event) {
        Event happened = event.apply(now());
        events.add(happened);
        if (happened instanceof Event.Invoked invoked) {
            refs.add(invoked.call().ref());
        } else if (happened instanceof Event.Answered answered) {
            counts.merge(answered.answer().kind(), 1, Integer::sum);
        } else if (happened instanceof Event.NotSent) {
            counts.merge("not sent", 1, Integer::sum);
        } else if (happened instanceof Event.Unknown) {
            counts.merge("unknown", 1, Integer::sum);
        }
    }

    /** The time of what happens now, in nanoseconds since the run began. */
    public long now() {
        return nanos.getAsLong() - origin;
    }

    /** What was done to the service. */
    public void note(String what) {
        add(at -> new Event.Noted(at, what));
    }

    public History history() {
        List<Event> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(Event::at)); // stable: an attempt's beginning was added before its end
        return History.of(sorted);
    }

    /** How often each kind of end came so far, by its name for people: kept while events come in, so that it can be asked for at any time. */
    public SortedMap<String, Integer> counts() {
        return new TreeMap<>(counts);
    }

    /** The numbers of all payloads that were sent so far; a view that grows. */
    public Set<String> refs() {
        return Collections.unmodifiableSet(refs);
    }

    /** How many attempts have begun. */
    public int begun() {
        return attempts.get();
    }
}
