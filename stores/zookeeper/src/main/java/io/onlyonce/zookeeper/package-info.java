/**
 * Locks across processes in ZooKeeper, by Curator.
 *
 * <pre>{@code
 * CuratorFramework client = CuratorFrameworkFactory.newClient("zoo1:2181,zoo2:2181,zoo3:2181", new ExponentialBackoffRetry(100, 3));
 * client.start();
 * client.blockUntilConnected();
 * Locks locks = new Locks(new ZooKeeperLockProvider(client, "/onlyonce/locks"), transactions);
 * }</pre>
 *
 * <p><b>What it promises.</b> A grant is one atomic transaction of the ensemble, and survives the loss of a minority of its members. A fence is the number of
 * that transaction, so fences rise over all names and whatever member answers.
 *
 * <p><b>What it cannot promise.</b> A holder that is cut off or stopped does not know when the ensemble gives its lock away; the fence in the guarded write is
 * what stops it.
 */
@NullMarked
package io.onlyonce.zookeeper;

import org.jspecify.annotations.NullMarked;
