package io.onlyonce.benchmarks.peers;

import io.onlyonce.benchmarks.database.Server;
import io.onlyonce.benchmarks.design.DesignType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether other libraries are measured, too. */
public final class PeerOptions {
    @Option(names = "--peers", description = "Beside the designs other libraries, on PostgreSQL only")
    private boolean peers;

    @Option(names = "--peers-redis", description = "URI of a Redis, for the peer that keeps its records there")
    private @Nullable String redis;

    /** These designs, and the peers behind them if they are asked for. */
    public List<DesignType> beside(List<DesignType> designs, Server server) {
        List<DesignType> all = new ArrayList<>(designs);
        if (peers && server == Server.POSTGRESQL) {
            all.addAll(Peers.onJdbc());
            if (redis != null) {
                all.add(Peers.onRedis(redis));
            }
        }
        return all;
    }
}
