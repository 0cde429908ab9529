package io.onlyonce.benchmarks.jmh;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

/** What the measured calls ask for. */
final class Samples {
    /** 300 bytes. */
    static final String ANSWER = "paid".repeat(75);

    static final Operation<String> PAY = Operation.named("pay", ResultCodec.text());
    static final Operation<String> LEASED_PAY = PAY.guarantee(Leased.of(Duration.ofSeconds(30)));

    private static final Scope SCOPE = Scope.of("shop", "alice");
    private static final Fingerprint FINGERPRINT = Fingerprint.of("100.00", "EUR");

    private Samples() {}

    /** The call of one request; another number is another key. */
    static Call call(int number) {
        return new Call(SCOPE, new IdempotencyKey(new UUID(0x4000_0000L, number).toString()), FINGERPRINT);
    }

    /** The calls of this many requests. */
    static Call[] calls(int count) {
        Call[] calls = new Call[count];
        for (int i = 0; i < count; i++) {
            calls[i] = call(i);
        }
        return calls;
    }

    /** A JSON document of about this size: an order with positions. */
    static byte[] json(int bytes) {
        StringBuilder json =
                new StringBuilder("{\"customer\":\"alice\",\"currency\":\"EUR\",\"express\":true,\"positions\":[");
        for (int i = 0; json.length() < bytes - 90; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"article\":\"A-")
                    .append(100_000 + i)
                    .append("\",\"quantity\":")
                    .append(1 + i % 9)
                    .append(",\"price\":")
                    .append(10 + i)
                    .append(".50,\"note\":\"als Geschenk verpacken\"}");
        }
        return json.append("],\"total\":\"1234.50\"}").toString().getBytes(StandardCharsets.UTF_8);
    }
}
