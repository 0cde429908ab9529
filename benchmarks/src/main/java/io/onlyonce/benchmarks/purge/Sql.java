package io.onlyonce.benchmarks.purge;

import io.onlyonce.benchmarks.database.Server;
import java.util.List;

/** The statements that differ between the servers. */
interface Sql {
    /** Creates the business table: one row for each effect, and no key that would hide a second one. */
    String createEffects();

    /**
     * Writes completed records, 100,000 at most, whose ids are those that the engine looks for. Parameters: scope, operation, fingerprint, length of the
     * answer, bytes before the key in the digest of the id, prefix of the keys, hours until the first expires, first number, last number.
     */
    String fill();

    /** Counts the records that have expired. */
    String countExpired();

    /** Counts the records whose keys begin with {@code live-}, and adds up a hash of each one's whole row. */
    String digestOfLive();

    /** How many old versions of rows the server still carries. */
    String oldVersions();

    /** Gives the place of deleted rows free, as the server's own housekeeping does sooner or later; may be empty. */
    List<String> vacuum();

    /** The statements for this server. */
    static Sql of(Server server) {
        return switch (server) {
            case POSTGRESQL -> new PostgresqlSql();
            case MARIADB -> new MariadbSql();
        };
    }
}
