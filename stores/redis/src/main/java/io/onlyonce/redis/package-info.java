/**
 * Leased records, one-time tokens and a gate before a stock in Redis (5 or newer) or Valkey, by Lettuce.
 *
 * <p>An application connects in Lettuce's own way, with {@link io.lettuce.core.codec.ByteArrayCodec}, and wraps the connection once:
 *
 * <pre>{@code
 * // one server; rediss://… for TLS, redis-sentinel://sentinel1,sentinel2#name for the master that Sentinel knows
 * RedisAccess redis = RedisAccess.of(RedisClient.create("redis://user:password@host:6379").connect(ByteArrayCodec.INSTANCE));
 * // a cluster
 * RedisAccess redis = RedisAccess.of(RedisClusterClient.create("redis://host:7000").connect(ByteArrayCodec.INSTANCE));
 *
 * RedisSafety.check(redis);
 * OnlyOnce onlyOnce = OnlyOnce.leased(new RedisRecordStore(redis, "shop:"), Probe.NONE);
 * }</pre>
 *
 * <p><b>What Redis cannot promise.</b> It answers before a replica or the disk has a write. A failover or a crash may lose the last records, and then an
 * operation may run again; so the guarded resource should refuse a smaller {@linkplain io.onlyonce.record.Fence fence}, and money needs a unique key in a
 * database behind it. A Redis that evicts keys, or shares its memory with a cache, forgets records at any time; {@link io.onlyonce.redis.RedisSafety} tells
 * what of this it can see.
 *
 * <p><b>What it does promise.</b> Each verb is one script, so one atomic step, by Redis' clock. While Redis cannot be reached, is loading, is read-only or is
 * full, no claim is granted: {@link io.onlyonce.error.StoreUnavailableException}, and nothing is run.
 */
@NullMarked
package io.onlyonce.redis;

import org.jspecify.annotations.NullMarked;
