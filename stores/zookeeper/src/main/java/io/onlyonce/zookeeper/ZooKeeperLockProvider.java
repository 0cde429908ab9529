package io.onlyonce.zookeeper;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.record.Fence;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.common.PathUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Grants locks by ephemeral nodes.
 *
 * <p>A grant belongs to the attempt whose text its node holds, not to a thread as with Curator's own lock. It ends with its lease, by the ensemble's clock, or
 * with the client's session, whichever is over first. So choose leases that are <em>not longer than the session's time-out</em>: then a holder that is cut off
 * counts its lock as lost (by its own monotonic clock, from the last renewal that was answered) before the ensemble ends the session and gives the lock away.
 * With longer ones it learns that at its first renewal after the session was lost.
 *
 * <p>While the connection is suspended, nobody knows: {@link StoreUnavailableException} at once, without waiting for Curator's retries. Once it is lost, its grants
 * are over, and {@link #renew} says so. The fence is the czxid of the node. One small node stays for each name that was ever locked. The ensemble's clock is its
 * leader's: if another member becomes the leader, a lease may be longer or shorter by the difference of their clocks.
 *
 * <p>Thread-safe. One for each client: it listens to the client's connection as long as that lives.
 */
public final class ZooKeeperLockProvider implements LockProvider {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperLockProvider.class);

    /** How often to look again after somebody else was faster. */
    private static final int ROUNDS = 10;

    private final CuratorFramework client;
    private final String root;
    private final ServerClock clock;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile boolean sessionLost;

    /**
     * @param client started, and connected when the first lock is asked for; stays the caller's
     * @param root the node under which the locks are kept; made with the first of them
     * @throws IllegalArgumentException if the root is no absolute path
     */
    public ZooKeeperLockProvider(CuratorFramework client, String root) {
        try {
            PathUtils.validatePath(root);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(ZooKeeperTexts.root(root, e), e);
        }
        this.client = client;
        this.root = root;
        this.clock = new ServerClock(client, root + "/clock");
        client.getConnectionStateListenable()
                .addListener((source, state) -> sessionLost = state == ConnectionState.LOST);
    }

    @Override
    public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
        warnOfLong(lease);
        LockNode node = node(name);
        return decided(() -> {
            int grants = node.grants();
            Held held = node.held();
            boolean standing = held != null && !clock.isPast(held.end());
            if (held != null && standing && held.owner().equals(owner) && held.isIn(session())) {
                clock.read(node.prolong(grants, held, lease));
                return Optional.of(grant(name, owner, held.fence()));
            }
            if (held != null && standing && !held.owner().equals(owner)) {
                return Optional.empty();
            }
            var taken = node.take(grants, held, owner, lease);
            clock.read(taken);
            return Optional.of(grant(name, owner, taken.getMzxid()));
        });
    }

    @Override
    public boolean renew(Grant grant, Duration lease) {
        if (sessionLost) {
            return false;
        }
        LockNode node = node(grant.name());
        return decided(() -> {
            int grants = node.grants();
            Held held = node.held();
            if (held == null || !held.isOf(grant) || !held.isIn(session()) || clock.isPast(held.end())) {
                return false;
            }
            clock.read(node.prolong(grants, held, lease));
            return true;
        });
    }

    @Override
    public boolean release(Grant grant) {
        LockNode node = node(grant.name());
        return decided(() -> {
            int grants = node.grants();
            Held held = node.held();
            if (held == null || !held.isOf(grant)) {
                return false;
            }
            boolean over = clock.isPast(held.end());
            node.end(grants, held);
            return !over;
        });
    }

    /** Reads, and the one write that decides. */
    @FunctionalInterface
    private interface Step<R> {
        R take() throws Exception;
    }

    private <R> R decided(Step<R> step) {
        if (!client.getZookeeperClient().isConnected()) {
            throw new StoreUnavailableException(new KeeperException.ConnectionLossException());
        }
        for (int round = 1; ; round++) {
            try {
                return step.take();
            } catch (KeeperException.BadVersionException
                    | KeeperException.NoNodeException
                    | KeeperException.NodeExistsException e) { // somebody was faster, and nothing was changed
                if (round == ROUNDS) {
                    throw new StoreUnavailableException(e);
                }
            } catch (RuntimeException e) {
                throw e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoreUnavailableException(e);
            } catch (Exception e) { // Curator declares no less
                throw new StoreUnavailableException(e);
            }
        }
    }

    private long session() throws Exception {
        return client.getZookeeperClient().getZooKeeper().getSessionId();
    }

    /** A slash would be a node of its own. */
    private LockNode node(LockName name) {
        return new LockNode(client, root + "/lock-" + URLEncoder.encode(name.value(), StandardCharsets.US_ASCII));
    }

    private static Grant grant(LockName name, String owner, long fence) {
        return new Grant(name, owner, new Fence(fence));
    }

    private void warnOfLong(Duration lease) {
        int session = client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
        if (session > 0 && lease.toMillis() > session && warned.compareAndSet(false, true)) {
            log.warn(
                    "A lock is asked for with a lease of {}; ZooKeeper ends it with the session, which it gives up after {} ms of silence. A holder that is cut off"
                            + " hears of that late: choose leases that are not longer than the session's time-out.",
                    lease,
                    session);
        }
    }
}
