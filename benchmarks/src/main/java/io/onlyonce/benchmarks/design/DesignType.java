package io.onlyonce.benchmarks.design;

import io.onlyonce.benchmarks.database.Server;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A design by name.
 *
 * @param servers where it can be had
 * @param tables creates what it needs, except OnlyOnce's tables
 * @param recordKeys a query for the keys of its records, in the type of the journal's; null = it keeps none in this database
 */
public record DesignType(
        String name,
        Set<Server> servers,
        Function<Server, List<String>> tables,
        Function<Server, @Nullable String> recordKeys,
        Opener opener) {
    /** Makes an instance on a node. */
    @FunctionalInterface
    public interface Opener {
        /** Opens the design; the caller closes it. */
        Design open(Node node) throws Exception;
    }

    /** Whether a second call with a key finds the first one's answer. */
    public boolean protects() {
        return !name.equals(Designs.BARE);
    }

    /** Whether it is another library: shown, but nothing is promised for it. */
    public boolean peer() {
        return name.startsWith(Designs.PEER);
    }

    /** Opens it on a node; the caller closes it. */
    public Design open(Node node) throws Exception {
        return opener.open(node);
    }
}
