package io.onlyonce.benchmarks.design;

import io.onlyonce.benchmarks.database.Server;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The designs that are compared. */
public final class Designs {
    /** The business transaction alone. */
    public static final String BARE = "bare";

    /** The library as it is used without further ado. */
    public static final String ONLYONCE = "onlyonce-claim-first";

    /** The library with the record behind the work. */
    public static final String ONLYONCE_AT_END = "onlyonce-at-end";

    /** The library that looks into its table before a transaction is begun. */
    public static final String ONLYONCE_READ_FIRST = "onlyonce-read-first";

    /** How the names of other libraries begin. */
    public static final String PEER = "peer-";

    private static final Set<Server> ANY = EnumSet.allOf(Server.class);
    private static final Set<Server> POSTGRESQL = EnumSet.of(Server.POSTGRESQL);

    private Designs() {}

    /** All that can be had on this server; the bare transaction is the first. */
    public static List<DesignType> on(Server server) {
        List<DesignType> all = List.of(
                unrecorded(BARE, Bare::new),
                handWritten("claim-first", ANY, (node, table) -> new ClaimFirst(node, table, false)),
                handWritten("claim-first-merged", POSTGRESQL, (node, table) -> new ClaimFirst(node, table, true)),
                handWritten("record-at-end", ANY, (node, table) -> new RecordAtEnd(node, table, false)),
                handWritten("record-at-end-merged", POSTGRESQL, (node, table) -> new RecordAtEnd(node, table, true)),
                handWritten("three-commits", ANY, ThreeCommits::new),
                onlyOnce(ONLYONCE, WithOnlyOnce::claimingFirst),
                onlyOnce(ONLYONCE_AT_END, WithOnlyOnce::recordingAtEnd),
                onlyOnce(ONLYONCE_READ_FIRST, WithOnlyOnce::readingFirst));
        return all.stream().filter(type -> type.servers().contains(server)).toList();
    }

    /** The names of all designs, whatever the server. */
    public static List<String> names() {
        return on(Server.POSTGRESQL).stream().map(DesignType::name).toList();
    }

    /**
     * Those of these names, and the bare transaction before them.
     *
     * @param names empty = all
     */
    public static List<DesignType> on(Server server, List<String> names) {
        List<DesignType> all = on(server);
        if (names.isEmpty()) {
            return all;
        }
        List<DesignType> chosen = new ArrayList<>(List.of(all.get(0)));
        for (String name : names) {
            if (!name.equals(BARE)) {
                chosen.add(named(all, name));
            }
        }
        return chosen;
    }

    /** Creates the business tables and what these designs need. */
    public static List<String> tables(List<DesignType> types, Server server) {
        List<String> statements = new ArrayList<>(Business.tables(server));
        types.forEach(type -> statements.addAll(type.tables().apply(server)));
        return statements;
    }

    private static DesignType named(List<DesignType> all, String name) {
        List<String> known = all.stream().map(DesignType::name).toList();
        return all.stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no design \"" + name + "\" on this server; there are " + known + "."));
    }

    private interface OnTable {
        Design open(Node node, String table);
    }

    private static DesignType handWritten(String name, Set<Server> servers, OnTable opener) {
        String table = "record_" + name.replace('-', '_');
        return new DesignType(
                name,
                servers,
                server -> HandWrittenSql.tables(server, table),
                any -> "SELECT id FROM " + table,
                node -> opener.open(node, table));
    }

    /** Makes an instance whose records have this scope. */
    @FunctionalInterface
    public interface OnScope {
        /** Opens the design; the caller closes it. */
        Design open(Node node, String scope);
    }

    /** The library as it is used without further ado, on the records of another design. */
    public static Design claimingFirst(Node node, String scope) {
        return WithOnlyOnce.claimingFirst(node, scope);
    }

    /** A design that keeps no records. */
    public static DesignType unrecorded(String name, DesignType.Opener opener) {
        return new DesignType(name, ANY, any -> List.of(), any -> null, opener);
    }

    /** A design that keeps its records in OnlyOnce's table, with its name as their scope. */
    public static DesignType onlyOnce(String name, OnScope opener) {
        return new DesignType(
                name, ANY, any -> List.of(), server -> onlyOnceKeys(server, name), node -> opener.open(node, name));
    }

    private static @Nullable String onlyOnceKeys(Server server, String scope) {
        String key =
                switch (server) {
                    case POSTGRESQL -> "CAST(idempotency_key AS uuid)";
                    case MARIADB -> "UNHEX(REPLACE(idempotency_key, '-', ''))";
                };
        return "SELECT " + key + " AS id FROM onlyonce_record WHERE state = 'D' AND scope = '" + scope + "'";
    }
}
