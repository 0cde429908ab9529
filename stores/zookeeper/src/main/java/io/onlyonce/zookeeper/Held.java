package io.onlyonce.zookeeper;

import io.onlyonce.lock.Grant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.zookeeper.data.Stat;

/**
 * A lock's node as it was read: who has it, for how long from its last write on, and what ZooKeeper knows of it.
 *
 * @param leaseMillis counted from the node's mtime
 */
record Held(String owner, long leaseMillis, Stat stat) {
    static byte[] data(String owner, Duration lease) {
        long millis = lease.plusNanos(999_999).toMillis();
        return (millis + " " + owner).getBytes(StandardCharsets.US_ASCII);
    }

    static Held of(String path, byte[] data, Stat stat) {
        String text = new String(data, StandardCharsets.US_ASCII);
        int blank = text.indexOf(' ');
        try {
            return new Held(text.substring(blank + 1), Long.parseLong(text.substring(0, Math.max(0, blank))), stat);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(ZooKeeperTexts.strangeData(path, text), e);
        }
    }

    /** The number of the transaction that made the node. */
    long fence() {
        return stat.getCzxid();
    }

    /** The last millisecond of its lease, by the ensemble's clock. */
    long end() {
        return stat.getMtime() + leaseMillis;
    }

    boolean isOf(Grant grant) {
        return fence() == grant.fence().number() && owner.equals(grant.owner());
    }

    boolean isIn(long session) {
        return stat.getEphemeralOwner() == session;
    }
}
