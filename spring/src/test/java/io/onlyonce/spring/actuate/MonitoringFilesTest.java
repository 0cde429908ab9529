package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.lock.LockEvents;
import io.onlyonce.lock.LockName;
import io.onlyonce.memory.MemoryAudit;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.outbox.Relayed;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Rejection;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordKey;
import io.onlyonce.spring.PurgeEvents.Purged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.YamlMapFactoryBean;
import org.springframework.core.io.FileSystemResource;

/** The dashboard and the alert rules ask for what there is: every metric, every label, every value of a label. */
class MonitoringFilesTest {
    private static final Path FILES = Path.of("..", "docs", "monitoring");
    private static final RecordKey KEY = new RecordKey("alice", "transfer", "k");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(onlyonce_\\w+)(?:\\{(.*)})? ");
    private static final Pattern ASKED = Pattern.compile("\\b(onlyonce_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=~?\"([^\"]*)\"");

    /** By metric and label the values that were seen. */
    private final Map<String, Map<String, Set<String>>> there = new HashMap<>();

    @BeforeEach
    void meter() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Meters meters = new Meters();
        meters.bindTo(registry);
        for (Point point : Point.values()) {
            meters.reached(point, KEY);
        }
        for (Decision.Kind kind : Decision.Kind.values()) {
            meters.decided(new Decision(kind, KEY, Decision.Layer.RECORD, 1, Summary.NONE, Duration.ofMillis(1)));
        }
        for (LockEvents.Event event : LockEvents.Event.values()) {
            meters.happened(event, new LockName("account/1"));
        }
        meters.purged(new Purged("JdbcRecordStore", 1, Duration.ofMillis(1), false));
        meters.purged(new Purged("JdbcRecordStore", 1, Duration.ofMillis(1), true));
        meters.rejected(new Rejection("transfer", null, null, "idempotency-key-missing"));
        new ClaimMeters(new MemoryLeasedRecordStore()).bindTo(registry);
        MemoryTransactions home = new MemoryTransactions();
        new SagaMeters(List.of(SagaMetersTest.SAGA), new MemoryInbox(home), home).bindTo(registry);
        AuditTrail trail = new AuditTrail(new MemoryAudit(), InstantSource.system(), 1);
        trail.close();
        new AuditMeters(trail).bindTo(registry);
        MessagingMeters messages = new MessagingMeters();
        messages.bindTo(registry);
        Delivered message = Delivered.of("q", Map.of(), new byte[0]);
        messages.disposed("points", message, new DeadLetter("no", 5));
        for (Acknowledge.Because because : Acknowledge.Because.values()) {
            messages.disposed("points", message, new Acknowledge(because));
        }
        for (Later.Why why : Later.Why.values()) {
            Disposition later = new Later(Duration.ZERO, why, "");
            messages.disposed("points", message, later);
        }
        messages.relayed("orders", new Relayed(1, 1, 1, Duration.ofSeconds(1), true, false));
        Matcher sample = SAMPLE.matcher(registry.scrape());
        while (sample.find()) {
            Map<String, Set<String>> labels = there.computeIfAbsent(sample.group(1), any -> new HashMap<>());
            Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
            while (label.find()) {
                labels.computeIfAbsent(label.group(1), any -> new HashSet<>()).add(label.group(2));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"onlyonce-alerts.yml", "onlyonce-dashboard.json"})
    @DisplayName("every metric that a file names exists, with its labels and their values")
    void exists(String file) throws IOException {
        Matcher asked = ASKED.matcher(Files.readString(FILES.resolve(file)).replace("\\\"", "\""));
        int metrics = 0;
        while (asked.find()) {
            metrics++;
            String metric = asked.group(1);
            assertThat(there).as(file).containsKey(metric);
            Matcher label = LABEL.matcher(asked.group(2) == null ? "" : asked.group(2));
            while (label.find()) {
                Set<String> values = there.getOrDefault(metric, Map.of()).getOrDefault(label.group(1), Set.of());
                assertThat(values)
                        .as("%s of %s in %s", label.group(1), metric, file)
                        .isNotEmpty();
                if (!label.group(2).startsWith("$")) {
                    assertThat(values)
                            .as("%s of %s in %s", label.group(1), metric, file)
                            .contains(label.group(2).split("\\|", -1));
                }
            }
        }
        assertThat(metrics).isGreaterThan(10);
    }

    @Test
    @DisplayName("every meter of OnlyOnce stands in the dashboard")
    void complete() throws IOException {
        String dashboard = Files.readString(FILES.resolve("onlyonce-dashboard.json"));
        assertThat(there.keySet())
                .extracting(metric -> metric.replaceAll("_(count|sum|max|total)$", ""))
                .isNotEmpty()
                .allSatisfy(metric -> assertThat(dashboard).contains(metric));
    }

    @Test
    @DisplayName("each alert has an expression, a severity and a summary")
    void alerts() {
        YamlMapFactoryBean rules = new YamlMapFactoryBean();
        rules.setResources(new FileSystemResource(FILES.resolve("onlyonce-alerts.yml")));
        assertThat(String.valueOf(rules.getObject()).split("alert=", -1))
                .hasSizeGreaterThan(10)
                .allSatisfy(rule -> {
                    if (rule.startsWith("OnlyOnce")) {
                        assertThat(rule).contains("expr=", "severity=", "summary=");
                    }
                });
    }
}
