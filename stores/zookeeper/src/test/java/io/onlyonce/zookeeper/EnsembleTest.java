package io.onlyonce.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.lock.LockName;
import io.onlyonce.lock.Locks;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.Herd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Locks in an ensemble of three. */
class EnsembleTest extends LocksSuite {
    private TestingCluster cluster;

    @Override
    String start() throws Exception {
        cluster = new TestingCluster(3);
        cluster.start();
        return cluster.getConnectString();
    }

    @Override
    void stop() throws Exception {
        cluster.close();
    }

    @Test
    @DisplayName(
            "B-23 one member of three stops and comes back, one after the other: the sum stays exact, nobody is inside with another, fences rise")
    void memberStops() throws Exception {
        LockName name = fresh();
        List<Locks> instances = clients().stream()
                .map(client -> new Locks(client.provider(), new MemoryTransactions()))
                .toList();
        int[] counter = {0};
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        List<Long> fences = Collections.synchronizedList(new ArrayList<>());
        for (InstanceSpec member : cluster.getInstances()) {
            int before = counter[0];
            Herd.of(5).within(Duration.ofMinutes(5)).runAll(thread -> {
                if (thread == 4) {
                    await().atMost(Duration.ofMinutes(1)).until(() -> fences.size() >= before + 5);
                    assertThat(cluster.killServer(member)).isTrue();
                    return true;
                }
                for (int i = 0; i < 20; i++) {
                    instances.get(thread % 2).run(name, PATIENT, lock -> {
                        overlaps.addAndGet(inside.getAndIncrement());
                        fences.add(lock.fence().number());
                        counter[0]++;
                        inside.decrementAndGet();
                        return true;
                    });
                }
                return true;
            });
            assertThat(counter[0]).isEqualTo(before + 80);
            assertThat(cluster.restartServer(member)).isTrue();
            for (Client client : clients()) {
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> client.curator().getZookeeperClient().isConnected());
            }
        }
        assertThat(overlaps).hasValue(0);
        assertThat(fences).hasSize(240).isSorted().doesNotHaveDuplicates();
        Stat grants = clients().get(0).curator().checkExists().forPath(Client.path(name));
        assertThat(grants.getVersion()).as("each grant is counted once").isGreaterThanOrEqualTo(240);
    }
}
