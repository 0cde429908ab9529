package io.onlyonce.benchmarks.purge;

import io.onlyonce.Call;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What is asked for: one operation of one scope, with keys of three kinds. */
final class Workload {
    static final String SCOPE = "benchmark";
    static final Operation<String> PAY = Operation.named("pay", ResultCodec.text());

    /** About the size of a small JSON answer. */
    static final int ANSWER_LENGTH = 200;

    /** Keys whose record has not expired; a request for one is a replay. */
    static final String LIVE = "live-";

    private Workload() {}

    /** The keys of a round whose record has expired; a request for one claims it anew. */
    static String expired(int round) {
        return "expired-" + round + "-";
    }

    static Call call(String key) {
        return Call.of(SCOPE, key);
    }

    static String answer(String key) {
        String start = "paid " + key;
        return start + ".".repeat(ANSWER_LENGTH - start.length());
    }

    /** What the digest of a record's id has before the key: scope and operation, each behind its length. */
    static byte[] head() {
        byte[] scope = SCOPE.getBytes(StandardCharsets.UTF_8);
        byte[] operation = PAY.name().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 * Integer.BYTES + scope.length + operation.length)
                .putInt(scope.length)
                .put(scope)
                .putInt(operation.length)
                .put(operation)
                .array();
    }
}
