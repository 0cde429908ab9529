package io.onlyonce.benchmarks.jmh;

import io.onlyonce.json.ExactJson;
import io.onlyonce.json.JsonResultCodec;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** An answer written and read by the codec, beside Jackson itself. */
@State(Scope.Benchmark)
public class CodecBenchmark {
    private final JsonResultCodec<Receipt> codec = JsonResultCodec.of(Receipt.class);
    private final ObjectWriter writer = ExactJson.mapper().writerFor(Receipt.class);
    private final ObjectReader reader = ExactJson.mapper().readerFor(Receipt.class);
    private final Receipt receipt = new Receipt(
            "R-2026-000017",
            new BigDecimal("1234.50"),
            Instant.parse("2026-01-31T12:00:00.123456Z"),
            List.of(new Position("A-100001", 3, new BigDecimal("10.50")), new Position("A-100002", 1, BigDecimal.TEN)));
    private final byte[] stored = codec.encode(receipt);

    /** About 200 bytes as JSON. */
    public record Receipt(String number, BigDecimal total, Instant paidAt, List<Position> positions) {}

    /** One line of it. */
    public record Position(String article, int quantity, BigDecimal price) {}

    /** The limit of writing. */
    @Benchmark
    public byte[] jacksonWrites() {
        return writer.writeValueAsBytes(receipt);
    }

    /** The answer as it is kept. */
    @Benchmark
    public byte[] encode() {
        return codec.encode(receipt);
    }

    /** The limit of reading. */
    @Benchmark
    public Object jacksonReads() {
        return reader.readValue(stored);
    }

    /** The answer as it comes back. */
    @Benchmark
    public Receipt decode() {
        return codec.decode(stored);
    }
}
