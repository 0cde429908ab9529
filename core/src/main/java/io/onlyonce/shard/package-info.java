/**
 * Operations whose record lies in the shard of its business rows: which shard that is, is known before the transaction is opened, and is the same for each retry.
 *
 * <p>The story of a call is in {@link io.onlyonce.shard.ShardedOnlyOnce}.
 */
@NullMarked
package io.onlyonce.shard;

import org.jspecify.annotations.NullMarked;
