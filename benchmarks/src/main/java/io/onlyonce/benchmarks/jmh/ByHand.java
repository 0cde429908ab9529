package io.onlyonce.benchmarks.jmh;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * What somebody would write by hand with one map: claim, work, complete; a copy gets the answer if it asks for the same. It keeps what the library's stores keep
 * (key, fingerprint, encoded answer, times), and does nothing beyond: no waiting, no leases, no rollback, no log.
 */
final class ByHand {
    private static final Duration RETENTION = Duration.ofDays(1);

    private final ConcurrentMap<Key, Entry> entries = new ConcurrentHashMap<>();

    private record Key(String scope, String operation, String key) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Entry(Fingerprint fingerprint, Instant created, byte[] answer, Instant expires) {}

    private static final byte[] RUNNING = new byte[0];

    String run(String operation, Call call, Supplier<String> work) {
        Key key = new Key(call.scope().text(), operation, call.key().value());
        Instant now = Instant.now();
        Entry claim = new Entry(call.fingerprint(), now, RUNNING, now);
        Entry there = entries.putIfAbsent(key, claim);
        if (there != null) {
            return answer(call, there);
        }
        String answer = work.get();
        byte[] encoded = answer.getBytes(StandardCharsets.UTF_8);
        Instant expires = Instant.now().plus(RETENTION);
        if (!entries.replace(key, claim, new Entry(call.fingerprint(), now, encoded, expires))) {
            throw new IllegalStateException("The claim is lost.");
        }
        return answer;
    }

    private static String answer(Call call, Entry there) {
        if (there.answer == RUNNING || call.fingerprint().contradicts(there.fingerprint)) {
            throw new IllegalStateException("It is running, or the key was used for another payload.");
        }
        if (there.expires.isBefore(Instant.now())) {
            throw new IllegalStateException("It has expired.");
        }
        return new String(there.answer, StandardCharsets.UTF_8);
    }
}
