/**
 * Locks across processes in Redis or Valkey, by Redisson.
 *
 * <pre>{@code
 * RedissonClient client = Redisson.create(config);
 * Locks locks = new Locks(new RedissonLockProvider(client, "shop:"), transactions);
 * }</pre>
 *
 * <p><b>What it promises.</b> Each decision is one script, so one atomic step, by Redis' clock; each grant has a greater fence than those before it.
 *
 * <p><b>What it cannot promise.</b> Redis answers before a replica or the disk has a write. A failover or a crash may lose the last grant, and the last fence with
 * it: then two hold the lock, perhaps with one and the same fence. Where that must not be, lock in the database or in ZooKeeper. Evict nothing
 * ({@code maxmemory-policy noeviction}), for a fence that was evicted begins at 1 again.
 */
@NullMarked
package io.onlyonce.redisson;

import org.jspecify.annotations.NullMarked;
