package io.onlyonce.benchmarks.peers;

import io.onlyonce.benchmarks.database.Server;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Designs;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The other libraries. */
public final class Peers {
    private static final Set<Server> POSTGRESQL = EnumSet.of(Server.POSTGRESQL);

    private Peers() {}

    /** Those that keep their records in the database. */
    public static List<DesignType> onJdbc() {
        return List.of(peer("arun0009", SqlStore.TABLES, Arun0009::new), peer("dbos", List.of(), DbosTransact::new));
    }

    /**
     * The one that keeps its records in Redis.
     *
     * @param uri of the Redis
     */
    static DesignType onRedis(String uri) {
        return peer("jdempotent", List.of(), node -> new Jdempotent(node, uri));
    }

    /** Its records are not looked at. */
    private static DesignType peer(String name, List<String> tables, DesignType.Opener opener) {
        return new DesignType(Designs.PEER + name, POSTGRESQL, any -> tables, any -> null, opener);
    }
}
