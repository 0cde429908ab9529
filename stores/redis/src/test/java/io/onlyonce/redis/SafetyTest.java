package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.redis.RedisSafety.Finding;
import io.onlyonce.redis.RedisSafety.Kind;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SafetyTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(RedisSafety.class);
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    @BeforeEach
    void listen() {
        events.start();
        logger.addAppender(events);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(events);
    }

    private static List<Finding> check(String... options) {
        try (PrivateRedis redis = TestServers.privateRedis(options);
                Records records = Records.on(redis.uri(), "shop:")) {
            return RedisSafety.check(records.access());
        }
    }

    @Test
    @DisplayName("a Redis that evicts nothing and persists is safe, by AOF or by RDB, and nothing is logged")
    void safe() {
        assertThat(check("--appendonly", "yes")).isEmpty();
        assertThat(check("--save", "60 1")).isEmpty();
        assertThat(events.list).isEmpty();
    }

    @Test
    @DisplayName("B-22 eviction and a memory that no disk backs are each told, with the remedy, as warnings")
    void unsafe() {
        List<Finding> findings = check("--maxmemory-policy", "volatile-lru");
        assertThat(findings).extracting(Finding::kind).containsExactly(Kind.EVICTS_KEYS, Kind.KEEPS_NOTHING);
        assertThat(findings.get(0).text()).contains("volatile-lru", "noeviction");
        assertThat(findings.get(1).text()).contains("appendonly yes");
        assertThat(events.list)
                .allMatch(event -> event.getLevel() == Level.WARN)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(findings.get(0).text(), findings.get(1).text());
    }

    @Test
    @DisplayName("where CONFIG is forbidden INFO is asked; what that does not tell is told to be unknown")
    void configForbidden() {
        try (PrivateRedis redis = TestServers.privateRedis("--maxmemory-policy", "allkeys-lru")) {
            redis.command("ACL", "SETUSER", "shop", "on", ">secret", "~*", "+@all", "-config");
            String uri = redis.uri().replace("redis://", "redis://shop:secret@");
            try (Records records = Records.on(uri, "shop:")) {
                List<Finding> findings = RedisSafety.check(records.access());
                assertThat(findings).extracting(Finding::kind).containsExactly(Kind.EVICTS_KEYS, Kind.UNKNOWN);
                assertThat(findings.get(1).text()).contains("persistence", "NOPERM");
                redis.command("CONFIG", "SET", "appendonly", "yes");
                assertThat(RedisSafety.check(records.access()))
                        .extracting(Finding::kind)
                        .containsExactly(Kind.EVICTS_KEYS);
            }
        }
    }

    @Test
    @DisplayName("a Redis that is down is no finding but an exception")
    void down() {
        PrivateRedis redis = TestServers.privateRedis();
        Records records = Records.on(redis.uri(), "shop:");
        redis.close();
        assertThatThrownBy(() -> RedisSafety.check(records.access().timeout(Duration.ofMillis(300))))
                .isInstanceOf(StoreUnavailableException.class);
        records.disconnect();
    }
}
