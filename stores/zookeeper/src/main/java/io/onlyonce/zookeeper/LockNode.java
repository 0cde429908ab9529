package io.onlyonce.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The two nodes of a lock. {@code …/held} is there while somebody has it; it is ephemeral, so it also ends with the holder's session. The node above it stays for
 * ever, and each grant counts its version up.
 *
 * <p>A node that was deleted and made again begins with version 0 again, so the version of {@code held} alone does not tell one holder's node from the next
 * one's. Therefore each write names the upper node's version as well, in one transaction: if anybody was granted the lock since that version was read, the
 * write fails with a {@link KeeperException.BadVersionException}, and nothing changes. The upper node is read first, then {@code held}.
 */
record LockNode(CuratorFramework client, String path) {
    private static final byte[] EMPTY = {};

    private String heldPath() {
        return path + "/held";
    }

    /** The number of grants so far. Makes the node if it is missing. */
    int grants() throws Exception {
        Stat stat = client.checkExists().forPath(path);
        if (stat != null) {
            return stat.getVersion();
        }
        try {
            client.create().creatingParentsIfNeeded().forPath(path, EMPTY);
        } catch (KeeperException.NodeExistsException e) {
            // another one made it; what it has done since shows in the version
        }
        return 0;
    }

    /** Null if nobody has the lock. */
    @Nullable
    Held held() throws Exception {
        Stat stat = new Stat();
        try {
            byte[] data = client.getData().storingStatIn(stat).forPath(heldPath());
            return Held.of(heldPath(), data, stat);
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
    }

    /**
     * Gives the lock to the owner.
     *
     * @param before what has to go, if it is still the same
     * @return the upper node's state: its mzxid is the transaction's number
     */
    Stat take(int grants, @Nullable Held before, String owner, Duration lease) throws Exception {
        List<CuratorOp> steps = new ArrayList<>();
        steps.add(client.transactionOp().setData().withVersion(grants).forPath(path, EMPTY));
        if (before != null) {
            steps.add(client.transactionOp()
                    .delete()
                    .withVersion(before.stat().getVersion())
                    .forPath(heldPath()));
        }
        steps.add(client.transactionOp()
                .create()
                .withMode(CreateMode.EPHEMERAL)
                .forPath(heldPath(), Held.data(owner, lease)));
        return state(steps, 0);
    }

    /** Begins the lease anew; gives the node's state after it. */
    Stat prolong(int grants, Held held, Duration lease) throws Exception {
        return state(
                List.of(
                        client.transactionOp().check().withVersion(grants).forPath(path),
                        client.transactionOp()
                                .setData()
                                .withVersion(held.stat().getVersion())
                                .forPath(heldPath(), Held.data(held.owner(), lease))),
                1);
    }

    void end(int grants, Held held) throws Exception {
        client.transaction()
                .forOperations(
                        client.transactionOp().check().withVersion(grants).forPath(path),
                        client.transactionOp()
                                .delete()
                                .withVersion(held.stat().getVersion())
                                .forPath(heldPath()));
    }

    private Stat state(List<CuratorOp> steps, int index) throws Exception {
        List<CuratorTransactionResult> results = client.transaction().forOperations(steps);
        return results.get(index).getResultStat();
    }
}
