package io.onlyonce.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.benchmarks.design.Node;

/** Connections as the peers expect them: each statement is a transaction of its own, unless somebody says otherwise. */
final class CommittingPool {
    private CommittingPool() {}

    /** As large as the node's pool, and set up like it; the caller closes it. */
    static HikariDataSource like(Node node) {
        HikariConfig config = new HikariConfig();
        node.pool().copyStateTo(config);
        config.setPoolName(null);
        config.setAutoCommit(true);
        return new HikariDataSource(config);
    }
}
