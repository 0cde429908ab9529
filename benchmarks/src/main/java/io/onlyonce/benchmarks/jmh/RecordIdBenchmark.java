package io.onlyonce.benchmarks.jmh;

import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The id of a record, beside the SHA-256 of its key. */
@State(Scope.Benchmark)
public class RecordIdBenchmark {
    private final RecordKey random = key("5f0c1d3e-8f4b-4b1e-9a51-3f6f0f6f2a11");
    private final RecordKey timed = key("01938e5a-7c1b-7b1e-9a51-3f6f0f6f2a11");

    private static RecordKey key(String key) {
        return new RecordKey("shop/alice", "pay", key);
    }

    /** The limit. */
    @Benchmark
    public byte[] sha256() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256")
                .digest((random.scope() + random.operation() + random.key()).getBytes(StandardCharsets.UTF_8));
    }

    /** Of a random key. */
    @Benchmark
    public RecordId random() {
        return random.id();
    }

    /** Of a UUIDv7, which gives the id its time. */
    @Benchmark
    public RecordId timed() {
        return timed.id();
    }
}
