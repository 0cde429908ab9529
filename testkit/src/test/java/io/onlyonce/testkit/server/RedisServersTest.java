package io.onlyonce.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RedisServersTest {
    @Test
    @DisplayName("two tests on the shared server have prefixes of their own; closing removes one's keys and no others")
    void prefixes() {
        try (TestRedis other = TestServers.redis()) {
            TestRedis redis = TestServers.redis();
            assertThat(redis.prefix()).isNotEqualTo(other.prefix());
            redis.command("SET", redis.prefix() + "a", "1");
            redis.command("SET", redis.prefix() + "b", "2");
            other.command("SET", other.prefix() + "a", "3");
            assertThat(redis.keys()).containsExactlyInAnyOrder(redis.prefix() + "a", redis.prefix() + "b");
            redis.close();
            assertThat(redis.keys()).isEmpty();
            assertThat(other.command("GET", other.prefix() + "a")).isEqualTo("3");
        }
    }

    @Test
    @DisplayName("the embedded server is a real one; what was asked of it by options holds")
    void embedded() {
        try (PrivateRedis redis = TestServers.embeddedRedis("--maxmemory", "7mb")) {
            assertThat(redis.command("CONFIG", "GET", "maxmemory")).isEqualTo(List.of("maxmemory", "7340032"));
            assertThat(redis.command("INFO", "server").toString()).contains("redis_version:");
        }
    }

    @Test
    @DisplayName(
            "a private server that is killed answers nobody, and after a restart it is on the same port with the same files")
    void killed() {
        try (PrivateRedis redis = TestServers.privateRedis("--appendonly", "yes", "--appendfsync", "always")) {
            redis.command("SET", "k", "kept");
            String uri = redis.uri();
            redis.kill();
            assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(IllegalStateException.class);
            redis.restart();
            assertThat(redis.uri()).isEqualTo(uri);
            assertThat(redis.command("GET", "k")).isEqualTo("kept");
        }
    }

    @Test
    @DisplayName("a private server that is paused keeps its connections and answers after it goes on")
    void paused() {
        try (PrivateRedis redis = TestServers.privateRedis()) {
            redis.pause();
            CompletableFuture<Object> answer = CompletableFuture.supplyAsync(() -> redis.command("TIME"));
            assertThat(answer).isNotDone();
            redis.resume();
            assertThat(answer).succeedsWithin(Duration.ofMinutes(1));
        }
    }

    @Test
    @DisplayName("a Sentinel names the replica when its master is killed, and the replica has what it was told of")
    void failover() {
        try (PrivateRedis master = TestServers.privateRedis();
                PrivateRedis replica = TestServers.replicaOf(master);
                PrivateSentinel sentinel = TestServers.sentinelOf(master)) {
            assertThat(sentinel.masterPort()).isEqualTo(master.port());
            master.command("SET", "k", "kept");
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> "kept".equals(replica.command("GET", "k")));
            master.kill();
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> sentinel.masterPort() == replica.port());
            assertThat(replica.command("GET", "k")).isEqualTo("kept");
            assertThat(replica.command("SET", "k", "new")).isEqualTo("OK");
        }
    }

    @Test
    @DisplayName("an embedded server is used where the environment asks for it, and a named one where it names it")
    void environment() {
        RedisAddress embedded = RedisSearch.find(Map.of("ONLYONCE_TEST_REDIS", "embedded"));
        assertThat(embedded.outlivesUs()).isFalse();
        RedisAddress named = RedisSearch.find(Map.of("ONLYONCE_TEST_REDIS", embedded.toString()));
        assertThat(named.port()).isEqualTo(embedded.port());
        assertThat(named.outlivesUs()).isTrue();
    }

    @Test
    @DisplayName("a named server that is not there fails, with address and remedy; so does a name that is none")
    void namedServerNotThere() {
        PrivateRedis stopped = TestServers.privateRedis();
        stopped.close();
        String address = "127.0.0.1:" + stopped.port();
        assertThatThrownBy(() -> RedisSearch.find(Map.of("ONLYONCE_TEST_REDIS", address)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ONLYONCE_TEST_REDIS", address, "unset it");
        assertThatThrownBy(() -> RedisSearch.find(Map.of("ONLYONCE_TEST_REDIS", "docker")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("\"docker\"", "host:port", "embedded");
    }
}
