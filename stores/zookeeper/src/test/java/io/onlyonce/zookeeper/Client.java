package io.onlyonce.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.lock.LockName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.data.Stat;

/** One instance of an application: a session and a provider of its own. */
final class Client implements AutoCloseable {
    static final String ROOT = "/shop/locks";

    private final CuratorFramework curator;
    private final ZooKeeperLockProvider provider;

    private Client(CuratorFramework curator) {
        this.curator = curator;
        this.provider = new ZooKeeperLockProvider(curator, ROOT);
    }

    static Client connected(String servers, Duration session) throws Exception {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                servers, (int) session.toMillis(), (int) session.toMillis(), new RetryNTimes(5, 100));
        curator.start();
        assertThat(curator.blockUntilConnected(60, TimeUnit.SECONDS))
                .as("connected to " + servers)
                .isTrue();
        return new Client(curator);
    }

    CuratorFramework curator() {
        return curator;
    }

    ZooKeeperLockProvider provider() {
        return provider;
    }

    /** The same, when this client's server has caught up: one in an ensemble may lag behind what another client was told is done. */
    ZooKeeperLockProvider caughtUp() throws Exception {
        curator.sync().forPath("/"); // what this session asks later is answered later
        return provider;
    }

    static String path(LockName name) {
        return ROOT + "/lock-" + URLEncoder.encode(name.value(), StandardCharsets.US_ASCII);
    }

    /** Moves the end of the lock's lease into the past. */
    void expire(LockName name) throws Exception {
        caughtUp();
        String path = path(name) + "/held";
        Held held = Held.of(path, curator.getData().forPath(path), new Stat());
        curator.setData().forPath(path, Held.data(held.owner(), Duration.ofDays(-1)));
    }

    @Override
    public void close() {
        curator.close();
    }
}
