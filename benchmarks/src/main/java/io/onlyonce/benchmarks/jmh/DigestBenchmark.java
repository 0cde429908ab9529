package io.onlyonce.benchmarks.jmh;

import io.onlyonce.Fingerprint;
import io.onlyonce.json.JsonFingerprint;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Fingerprints of a JSON document, beside the SHA-256 of its bytes. */
@State(Scope.Benchmark)
public class DigestBenchmark {
    private final JsonFingerprint json = new JsonFingerprint(Set.of());

    /** The document's size. */
    @Param({"1024", "16384"})
    public int bytes;

    private byte[] document = {};

    /** Writes the document. */
    @Setup
    public void write() {
        document = Samples.json(bytes);
    }

    /** The limit. */
    @Benchmark
    public byte[] sha256() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(document);
    }

    /** The bytes as they are. */
    @Benchmark
    public Fingerprint raw() {
        return Fingerprint.hasher().add(document).finish();
    }

    /** The document by its meaning. */
    @Benchmark
    public Fingerprint json() {
        Fingerprint.Hasher hasher = Fingerprint.hasher();
        json.add(hasher, document);
        return hasher.finish();
    }
}
