package io.onlyonce.benchmarks.design;

import io.onlyonce.benchmarks.database.Server;
import java.util.List;

/**
 * The statements of somebody who knows his database and writes no more than he needs. Each design has a table of its own, so that all grow alike; like
 * OnlyOnce's it has an index to purge by.
 *
 * @param claim claims a key: key, fingerprint
 * @param complete writes the answer: answer, key
 * @param completeAndCommit the same and the commit, in one exchange
 * @param insert writes a whole record: key, fingerprint, answer
 * @param insertAndCommit the same and the commit, in one exchange; a duplicate is an error, so that the server skips the commit
 * @param find reads the answer: key
 */
record HandWrittenSql(
        String claim, String complete, String completeAndCommit, String insert, String insertAndCommit, String find) {

    static HandWrittenSql of(Server server, String table) {
        String complete = "UPDATE " + table + " SET answer = ? WHERE id = ?";
        String find = "SELECT answer FROM " + table + " WHERE id = ?";
        return switch (server) {
            case POSTGRESQL -> {
                String insert = "INSERT INTO " + table + " (id, fingerprint, created_at, expires_at, answer)"
                        + " VALUES (?, ?, now(), now() + interval '1 day', ?)";
                yield new HandWrittenSql(
                        "INSERT INTO " + table + " (id, fingerprint, created_at, expires_at)"
                                + " VALUES (?, ?, now(), now() + interval '1 day') ON CONFLICT (id) DO NOTHING",
                        complete,
                        complete + "; COMMIT",
                        insert + " ON CONFLICT (id) DO NOTHING",
                        insert + "; COMMIT",
                        find);
            }
            case MARIADB -> {
                String insert = "INSERT INTO " + table + " (id, fingerprint, created_at, expires_at, answer)"
                        + " VALUES (?, ?, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL 1 DAY, ?)";
                yield new HandWrittenSql(
                        "INSERT INTO " + table + " (id, fingerprint, created_at, expires_at)"
                                + " VALUES (?, ?, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL 1 DAY)",
                        complete,
                        complete + "; COMMIT",
                        insert,
                        insert + "; COMMIT",
                        find);
            }
        };
    }

    static List<String> tables(Server server, String table) {
        return switch (server) {
            case POSTGRESQL -> List.of("""
                    CREATE TABLE %s (
                        id          uuid PRIMARY KEY,
                        fingerprint bytea NOT NULL,
                        created_at  timestamptz NOT NULL,
                        expires_at  timestamptz NOT NULL,
                        answer      bytea
                    )
                    """.formatted(table), "CREATE INDEX ON " + table + " (expires_at)");
            case MARIADB -> List.of("""
                    CREATE TABLE %s (
                        id          BINARY(16) PRIMARY KEY,
                        fingerprint BINARY(32) NOT NULL,
                        created_at  DATETIME(6) NOT NULL,
                        expires_at  DATETIME(6) NOT NULL,
                        answer      BLOB,
                        KEY (expires_at)
                    ) ENGINE = InnoDB
                    """.formatted(table));
        };
    }
}
