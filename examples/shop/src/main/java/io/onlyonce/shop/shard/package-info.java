/** Where rows lie: in one database, or with the profile {@code sharded} in several. */
@NullMarked
package io.onlyonce.shop.shard;

import org.jspecify.annotations.NullMarked;
