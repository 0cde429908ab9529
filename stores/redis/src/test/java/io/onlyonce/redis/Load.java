package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.testkit.Herd;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Clients that send each key several times to two nodes, in random order, and repeat each call until they have its answer. Half of the keys are of a closed
 * operation, half of an open one. Faults are injected by the client that has finished a given call, while the others go on.
 */
final class Load implements AutoCloseable {
    private static final int KEYS = 300;
    private static final int COPIES = 4;
    private static final int CALLS = KEYS * COPIES;
    private static final int CLIENTS = 12;
    /** Keys that are first sent when {@link #EARLY_PERCENT} of the calls are finished: an outage before that meets keys without a record, too. */
    private static final int LATE_KEYS = 40;

    private static final int EARLY_PERCENT = 65;
    private static final int MOST_ATTEMPTS = 1_000;
    private static final long BACK_OFF = TimeUnit.MILLISECONDS.toNanos(10);

    private final Tally tally = new Tally();
    private final Bookings bookings = new Bookings();
    private final TwoNodes nodes;
    /** How many there are. */
    private final AtomicInteger keys = new AtomicInteger(KEYS);

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger finished = new AtomicInteger();
    private final ConcurrentMap<Integer, Set<String>> answers = new ConcurrentHashMap<>();
    /** Odd while Redis can certainly not be reached. */
    private final AtomicInteger epoch = new AtomicInteger();

    private final AtomicInteger ranWithoutRedis = new AtomicInteger();
    private final Object oneFault = new Object();

    Load(String uri) {
        this.nodes = new TwoNodes(uri, tally);
    }

    Tally tally() {
        return tally;
    }

    /** The key of each call, in random order, the late keys in the last part only. */
    private static List<Integer> calls() {
        Random random = new Random();
        List<Integer> calls = copies(0, KEYS - LATE_KEYS);
        Collections.shuffle(calls, random);
        calls.addAll(copies(KEYS - LATE_KEYS, KEYS));
        Collections.shuffle(calls.subList(CALLS * EARLY_PERCENT / 100, CALLS), random);
        return calls;
    }

    private static List<Integer> copies(int from, int to) {
        return IntStream.range(from, to)
                .boxed()
                .flatMap(key -> Collections.nCopies(COPIES, key).stream())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Runs all calls, each fault when so many percent of them are finished, and then each key once more on each node. */
    void run(Map<Integer, Runnable> faults) {
        List<Integer> calls = calls();
        Herd.of(CLIENTS).within(Duration.ofMinutes(3)).runAll(client -> {
            for (int i = begun.getAndIncrement(); i < CALLS; i = begun.getAndIncrement()) {
                send(calls.get(i), i);
                Runnable fault = faults.get(percent(finished.incrementAndGet()));
                if (fault != null) {
                    synchronized (oneFault) { // the next one waits
                        fault.run();
                    }
                }
            }
            return null;
        });
        for (int node = 0; node < 2; node++) {
            int number = node;
            Herd.of(CLIENTS).runAll(client -> {
                for (int key = client; key < keys.get(); key += CLIENTS) {
                    send(key, number);
                }
                return null;
            });
        }
    }

    /** One call of the open operation with a key that nobody had before. */
    void sendNewToOpen() {
        try {
            send(keys.getAndIncrement(), 0);
        } catch (Exception e) {
            throw new AssertionError("The open operation gave no answer.", e);
        }
    }

    /** -1 between two percents. */
    private static int percent(int count) {
        return count * 100 % CALLS == 0 ? count * 100 / CALLS : -1;
    }

    /** Redis is down from now on. */
    void down() {
        epoch.incrementAndGet();
    }

    /** Redis is about to come back. */
    void comingBack() {
        epoch.incrementAndGet();
    }

    private Operation<String> operation(int key) {
        return key < KEYS && key % 2 == 0 ? bookings.closed() : bookings.open();
    }

    private static Call call(int key) {
        return Call.of("alice", "key-" + key);
    }

    private RecordKey recordKey(int key) {
        return new RecordKey(call(key).scope().text(), operation(key).name(), "key-" + key);
    }

    private void send(int key, int firstNode) throws Exception {
        Exception last = null;
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                Outcome<String> outcome = once(key, firstNode + attempt);
                if (outcome instanceof Outcome.Executed || outcome instanceof Outcome.Replayed) {
                    answers.computeIfAbsent(key, any -> ConcurrentHashMap.newKeySet())
                            .add(outcome.orElseThrow());
                    return;
                }
                assertThat(outcome).isInstanceOfAny(Outcome.InProgress.class, Outcome.OutcomeUnknown.class);
            } catch (StoreUnavailableException | OutcomeUnknownException | FenceLostException e) {
                last = e;
            }
            LockSupport.parkNanos(BACK_OFF);
        }
        throw new AssertionError("Key " + key + " got no answer in " + MOST_ATTEMPTS + " attempts.", last);
    }

    private Outcome<String> once(int key, int node) throws Exception {
        int before = epoch.get();
        return nodes.node(node).run(operation(key), call(key), attempt -> {
            boolean down = before % 2 == 1 && epoch.get() == before;
            if (down && operation(key) == bookings.closed()) {
                ranWithoutRedis.incrementAndGet();
            }
            return bookings.book(attempt.reference(), "booked by " + UUID.randomUUID());
        });
    }

    /** One row per key, one answer for all its callers, in the row and in the record; and closed operations ran never without Redis. */
    void assertOneEffectPerKey() throws Exception {
        assertThat(bookings.count()).isEqualTo(keys.get());
        RedisRecordMaintenance records = nodes.maintenance();
        for (int key = 0; key < keys.get(); key++) {
            RecordKey recordKey = recordKey(key);
            String booked = bookings.answer(recordKey.id().toUuid().toString()).orElseThrow();
            assertThat(answers.get(key)).as("answers of key %d", key).containsExactly(booked);
            IdempotencyRecord stored = records.find(recordKey).orElseThrow();
            assertThat(stored.state()).isEqualTo(RecordState.COMPLETED);
            assertThat(new String(stored.answer(), StandardCharsets.UTF_8)).isEqualTo(booked);
        }
        assertThat(ranWithoutRedis)
                .as("runs of the closed operation without Redis")
                .hasValue(0);
        assertThat(tally.of("closed", Kind.WITHOUT_RECORD)).isZero();
    }

    @Override
    public void close() {
        nodes.close();
        bookings.close();
    }
}
