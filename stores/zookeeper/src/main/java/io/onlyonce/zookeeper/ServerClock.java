package io.onlyonce.zookeeper;

import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The ensemble's clock, told by the mtime of a write. Between two writes this JVM's monotonic clock goes on from the last one; that never decides that a lease
 * is over, it only saves the question while it cannot be. Thread-safe.
 */
final class ServerClock {
    private static final byte[] EMPTY = {};
    private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final CuratorFramework client;
    private final String path;
    private volatile @Nullable Reading last;

    private record Reading(long millis, long takenAt) {
        /** Not later than the ensemble's own now. */
        long goneOn(long nanoTime) {
            return millis + TimeUnit.NANOSECONDS.toMillis(nanoTime - takenAt);
        }

        boolean isTrusted(long nanoTime) {
            return nanoTime - takenAt < TRUSTED_NANOS;
        }
    }

    ServerClock(CuratorFramework client, String path) {
        this.client = client;
        this.path = path;
    }

    /** Takes the time from the answer to a write. */
    void read(Stat written) {
        last = new Reading(written.getMtime(), System.nanoTime());
    }

    /** Whether the ensemble's clock has gone beyond this millisecond. */
    boolean isPast(long millis) throws Exception {
        Reading reading = last;
        long nanoTime = System.nanoTime();
        if (reading != null && reading.isTrusted(nanoTime) && reading.goneOn(nanoTime) <= millis) {
            return false;
        }
        Stat written = write();
        read(written);
        return written.getMtime() > millis;
    }

    private Stat write() throws Exception {
        while (true) {
            try {
                return client.setData().forPath(path, EMPTY);
            } catch (KeeperException.NoNodeException e) {
                make();
            }
        }
    }

    private void make() throws Exception {
        try {
            client.create().creatingParentsIfNeeded().forPath(path, EMPTY);
        } catch (KeeperException.NodeExistsException e) {
            // another one made it
        }
    }
}
