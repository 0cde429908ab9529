package io.onlyonce.console;

import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** A morning in a shop. */
final class Sample {
    static final String ORDER = "ORD-20260131-0815";
    static final RecordKey PAID = new RecordKey("user:7", "create-order", "9f2c4c1e-7a3b-4d52-9e61-3c2b1a0f9d8e");
    static final RecordKey LOST = new RecordKey("user:8", "pay-by-channel", "b17e0d35-0c9f-4f7c-8a51-55cd0a3e7f10");
    static final RecordKey WORKING = new RecordKey("user:9", "pay-by-channel", "c4d1a2b3-71f0-4a9e-9d2c-0f8be6a1c200");

    private static final RecordKey LATE = new RecordKey("user:6", "pay-by-channel", "key-of-a-late-one");
    private static final long SEED = 7;
    private static final int CALLS = 420;

    private Sample() {}

    static void into(ConsoleApp app) {
        Instant now = Instant.now();
        Random random = new Random(SEED);
        Kind[] mix = {
            Kind.FIRST,
            Kind.FIRST,
            Kind.FIRST,
            Kind.FIRST,
            Kind.REPLAYED,
            Kind.REPLAYED,
            Kind.IN_PROGRESS,
            Kind.REFUSED,
            Kind.FAILED
        };
        for (int i = 0; i < CALLS; i++) {
            Instant when = now.minus(Duration.ofSeconds(random.nextInt(3500) + 60));
            RecordKey key = new RecordKey("user:" + i, i % 3 == 0 ? "register" : "create-order", "key-number-" + i);
            Kind kind = mix[random.nextInt(mix.length)];
            Summary summary =
                    kind == Kind.IN_PROGRESS || kind == Kind.FAILED ? Summary.NONE : new Summary("201", "ORD-" + i);
            app.happened(when, kind, key, summary, kind == Kind.FIRST ? 1 : 0);
        }
        Summary order = new Summary("201", ORDER);
        app.happened(now.minusSeconds(900), Kind.IN_PROGRESS, PAID, Summary.NONE, 0);
        app.happened(now.minusSeconds(899), Kind.FIRST, PAID, order, 1);
        app.happened(now.minusSeconds(640), Kind.REPLAYED, PAID, order, 0);
        app.happened(now.minusSeconds(380), Kind.KEY_REUSED, PAID, Summary.NONE, 0);
        Summary payment = new Summary(null, "PAY-4711");
        app.happened(now.minusSeconds(700), Kind.IN_PROGRESS, LOST, Summary.NONE, 0);
        app.happened(now.minusSeconds(600), Kind.ABANDONED, LOST, payment, 1);
        app.happened(now.minusSeconds(300), Kind.OUTCOME_UNKNOWN, LOST, Summary.NONE, 0);
        app.happened(now.minusSeconds(2400), Kind.FENCE_LOST, LATE, new Summary(null, "PAY-4612"), 1);
        app.records.abandoned(LOST);
        app.records.claim(WORKING);
    }

    /** A list as an application has it. */
    static final class Refunds implements ConsoleList {
        @Override
        public String title(Locale language) {
            return language.getLanguage().equals("zh") ? "待退款" : "Refunds to be made";
        }

        @Override
        public List<String> columns(Locale language) {
            return language.getLanguage().equals("zh") ? List.of("订单", "金额") : List.of("Order", "CNY");
        }

        @Override
        public List<List<String>> rows(Locale language, int limit) {
            return List.of(List.of(ORDER, "19.90"), List.of("ORD-20260131-0816", "<b>5.00</b>"));
        }
    }

    /** A list that cannot be read. */
    static final class Broken implements ConsoleList {
        @Override
        public String title(Locale language) {
            return "Suspicious notices";
        }

        @Override
        public List<String> columns(Locale language) {
            return List.of("Notice");
        }

        @Override
        public List<List<String>> rows(Locale language, int limit) {
            throw new IllegalStateException("The table is not there.");
        }
    }
}
