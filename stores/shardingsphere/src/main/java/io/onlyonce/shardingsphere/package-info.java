/** Sharded operations where Apache ShardingSphere-JDBC routes. */
@NullMarked
package io.onlyonce.shardingsphere;

import org.jspecify.annotations.NullMarked;
