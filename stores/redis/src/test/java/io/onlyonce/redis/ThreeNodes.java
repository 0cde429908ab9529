package io.onlyonce.redis;

import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A Redis cluster of three masters on the loopback. */
final class ThreeNodes implements AutoCloseable {
    private static final int SLOTS = 16_384;
    private static final int NODES = 3;

    private final List<PrivateRedis> nodes = new ArrayList<>();

    ThreeNodes() {
        for (int i = 0; i < NODES; i++) {
            PrivateRedis node = TestServers.privateRedis("--cluster-enabled", "yes", "--cluster-node-timeout", "30000");
            nodes.add(node);
            node.command(Stream.concat(
                            Stream.of("CLUSTER", "ADDSLOTS"),
                            IntStream.range(SLOTS * i / NODES, SLOTS * (i + 1) / NODES)
                                    .mapToObj(String::valueOf))
                    .toArray(String[]::new));
            node.command("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
            nodes.get(0).command("CLUSTER", "MEET", "127.0.0.1", String.valueOf(node.port()));
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> nodes.stream().allMatch(ThreeNodes::isComplete));
    }

    private static boolean isComplete(PrivateRedis node) {
        String info = String.valueOf(node.command("CLUSTER", "INFO"));
        return info.contains("cluster_state:ok")
                && info.contains("cluster_slots_ok:" + SLOTS)
                && info.contains("cluster_known_nodes:" + NODES);
    }

    String uri() {
        return nodes.get(0).uri();
    }

    List<Integer> keysPerNode(String prefix) {
        return nodes.stream().map(node -> node.keys(prefix).size()).toList();
    }

    void configure(int node, String setting, String value) {
        nodes.get(node).command("CONFIG", "SET", setting, value);
    }

    @Override
    public void close() {
        nodes.forEach(PrivateRedis::close);
    }
}
