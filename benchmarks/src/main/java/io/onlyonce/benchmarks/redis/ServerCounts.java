package io.onlyonce.benchmarks.redis;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.HashMap;
import java.util.Map;

/**
 * What a server has counted since it started. Servers older than 6.0 do not count reads.
 *
 * @param scripts how many times a client had a script run
 * @param reads how many times it read from a client; less than commands where they came together
 * @param cpuMicros of its process
 */
record ServerCounts(long scripts, long reads, double cpuMicros) {
    static ServerCounts of(RedisCommands<byte[], byte[]> server) {
        Map<String, String> info = new HashMap<>();
        for (String section : new String[] {"stats", "cpu", "commandstats"}) {
            server.info(section).lines().map(line -> line.split(":", 2)).forEach(pair -> {
                if (pair.length == 2) {
                    info.put(pair[0], pair[1]);
                }
            });
        }
        return new ServerCounts(
                calls(info, "evalsha") + calls(info, "eval"),
                Long.parseLong(info.getOrDefault("total_reads_processed", "0")),
                1e6 * (seconds(info, "used_cpu_user") + seconds(info, "used_cpu_sys")));
    }

    private static double seconds(Map<String, String> info, String name) {
        return Double.parseDouble(info.getOrDefault(name, "0"));
    }

    private static long calls(Map<String, String> info, String command) {
        String counted = info.getOrDefault("cmdstat_" + command, "calls=0,");
        return Long.parseLong(counted.substring("calls=".length(), counted.indexOf(',')));
    }

    ServerCounts since(ServerCounts before) {
        return new ServerCounts(scripts - before.scripts, reads - before.reads, cpuMicros - before.cpuMicros);
    }
}
