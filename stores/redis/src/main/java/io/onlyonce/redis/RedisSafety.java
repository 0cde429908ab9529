package io.onlyonce.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, at an application's start, whether a Redis forgets records before their time. It sees settings only, neither a lagging replica nor a full disk. */
public final class RedisSafety {
    private static final Logger log = LoggerFactory.getLogger(RedisSafety.class);

    private RedisSafety() {}

    /** What is found. */
    public enum Kind {
        /** It evicts keys when its memory is short. */
        EVICTS_KEYS,
        /** It forgets everything with a restart. */
        KEEPS_NOTHING,
        /** It does not tell. */
        UNKNOWN
    }

    /**
     * One danger.
     *
     * @param text the setting, what comes of it, and the remedy
     */
    public record Finding(Kind kind, String text) {}

    /**
     * Asks each master and logs each finding as a warning. A server that forbids {@code CONFIG}, as hosted ones do, is asked by {@code INFO}.
     *
     * @return an empty list if nothing was found
     * @throws io.onlyonce.error.StoreUnavailableException if Redis cannot be reached
     */
    public static List<Finding> check(RedisAccess redis) {
        List<Finding> findings;
        try {
            findings = redis.servers().stream()
                    .flatMap(server -> findings(redis, server).stream())
                    .distinct()
                    .toList();
        } catch (RedisException e) {
            throw RedisFailures.storeFailure(e);
        }
        findings.forEach(finding -> log.warn("{}", finding.text()));
        return findings;
    }

    private static List<Finding> findings(RedisAccess redis, RedisClusterAsyncCommands<byte[], byte[]> server) {
        List<Finding> findings = new ArrayList<>();
        Settings settings = new Settings(redis, server);
        String policy = settings.of("maxmemory-policy", "memory", "maxmemory_policy");
        if (policy == null) {
            findings.add(new Finding(Kind.UNKNOWN, RedisTexts.cannotSay("maxmemory-policy", settings.why)));
        } else if (!policy.equals("noeviction")) {
            findings.add(new Finding(Kind.EVICTS_KEYS, RedisTexts.evicts(policy)));
        }
        String log = settings.of("appendonly", "persistence", "aof_enabled");
        if (log == null || !(log.equals("yes") || log.equals("1"))) {
            String snapshots = settings.of("save");
            if (snapshots == null) {
                findings.add(new Finding(Kind.UNKNOWN, RedisTexts.cannotSay("persistence", settings.why)));
            } else if (snapshots.isBlank()) {
                findings.add(new Finding(Kind.KEEPS_NOTHING, RedisTexts.keepsNothing()));
            }
        }
        return findings;
    }

    /** Asks one server. */
    private static final class Settings {
        private final RedisAccess redis;
        private final RedisClusterAsyncCommands<byte[], byte[]> server;
        private String why = "";

        Settings(RedisAccess redis, RedisClusterAsyncCommands<byte[], byte[]> server) {
            this.redis = redis;
            this.server = server;
        }

        @Nullable
        String of(String setting) {
            try {
                Map<String, String> found = redis.await(server.configGet(setting));
                return found.get(setting);
            } catch (RedisException e) {
                return refused(e);
            }
        }

        @Nullable
        String of(String setting, String section, String field) {
            String value = of(setting);
            if (value != null) {
                return value;
            }
            try {
                Matcher line =
                        Pattern.compile("(?m)^" + field + ":(.*?)\\r?$").matcher(redis.await(server.info(section)));
                return line.find() ? line.group(1) : null;
            } catch (RedisException e) {
                return refused(e);
            }
        }

        private @Nullable String refused(RedisException e) {
            if (!(RedisFailures.storeFailure(e) instanceof RedisStoreException)) {
                throw e;
            }
            why = String.valueOf(e.getMessage());
            return null;
        }
    }
}
