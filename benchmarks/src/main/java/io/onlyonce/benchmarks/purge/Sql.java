package io.onlyonce.benchmarks.purge;

import java.util.List;

/** The statements that differ between the servers. */
interface Sql {
    /** Creates a database of this name. */
    String createDatabase(String name);

    /** Drops it. */
    String dropDatabase(String name);

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

    /** Bytes of the table's rows, bytes of its indexes. */
    String sizes();

    /** How many old versions of rows the server still carries. */
    String oldVersions();

    /** What the server is and how it cleans up after deletions, as one text. */
    String describe();

    /** Brings statistics up to date. */
    List<String> analyze();

    /** Gives the place of deleted rows free, as the server's own housekeeping does sooner or later; may be empty. */
    List<String> vacuum();

    /** The statements for this JDBC URL. */
    static Sql of(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return new PostgresqlSql();
        }
        if (url.startsWith("jdbc:mariadb:")) {
            return new MariadbSql();
        }
        throw new IllegalArgumentException(
                "The URL \"" + url + "\" begins neither with jdbc:postgresql: nor with jdbc:mariadb:.");
    }
}
