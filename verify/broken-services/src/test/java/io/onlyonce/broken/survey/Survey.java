package io.onlyonce.broken.survey;

import io.onlyonce.broken.Need;
import io.onlyonce.broken.Variant;
import io.onlyonce.testkit.server.FreePort;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.verify.plan.Environment;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.run.Progress;
import io.onlyonce.verify.run.Verification;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Runs the verifier on variants: the same plan for all of an area, two nodes in processes of their own, a database of its own for each run. */
final class Survey {
    private static final Path PLANS = Path.of("src", "main", "resources", "plans");

    /** Enough for some kills, each in the middle of something. */
    private static final String ROUNDS_WITH_KILLS = "30";

    private static final String CLIENTS_WITH_KILLS = "16";

    private final TestRedis redis;

    Survey(TestRedis redis) {
        this.redis = redis;
    }

    Surveyed run(Variant variant, long seed) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (TestDatabase database = TestServers.postgres()) {
            Path directory = Files.createTempDirectory("survey-" + variant.name());
            Result result = new Verification(plan(variant, database), seed, directory, Progress.NONE).run();
            return new Surveyed(
                    variant,
                    seed,
                    result.verdict(),
                    result.evidence().history().attempts().size(),
                    Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    private Plan plan(Variant variant, TestDatabase database) throws IOException {
        Map<String, String> values = new HashMap<>();
        values.put("BROKEN_CLASS_PATH", System.getProperty("java.class.path"));
        values.put("BROKEN_VARIANT", variant.name());
        values.put("BROKEN_JDBC_URL", database.url());
        values.put("BROKEN_DB_USER", database.user());
        values.put("BROKEN_DB_PASSWORD", database.password());
        values.put("BROKEN_REDIS_URL", redis.uri());
        values.put("BROKEN_PORT_1", Integer.toString(FreePort.next()));
        values.put("BROKEN_PORT_2", Integer.toString(FreePort.next()));
        if (variant.needs().contains(Need.KILL)) {
            values.put("BROKEN_ROUNDS", ROUNDS_WITH_KILLS);
            values.put("BROKEN_CLIENTS", CLIENTS_WITH_KILLS);
        }
        String area = variant.area().name().toLowerCase(Locale.ROOT);
        return PlanFile.read(PLANS.resolve(area + ".yaml"), Environment.SYSTEM.with(values));
    }
}
