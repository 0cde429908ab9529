package io.onlyonce.jdbc;

import io.onlyonce.lock.LockName;
import io.onlyonce.record.RecordKey;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The texts of this module's errors, in one place: each names the value, the rule and the remedy. */
final class JdbcTexts {
    private JdbcTexts() {}

    static String noTransaction() {
        return "No transaction is open on this thread. Records, tokens and the inbox's entries are kept in the transaction of the business writes, so open one around both: run the"
                + " work through JdbcTransactions.run, or hand the store the ConnectionSource of the transactions that are in use.";
    }

    static String autoCommit() {
        return "The connection commits each statement by itself (auto-commit), so record, token or entry and business writes would not be one transaction. Switch"
                + " auto-commit off before the work, as JdbcTransactions does.";
    }

    static String refused(SQLException cause) {
        return "The database refused a statement on a record, token, lock or inbox entry (SQLState "
                + cause.getSQLState()
                + ", code "
                + cause.getErrorCode()
                + "): " + cause.getMessage()
                + ". The transaction must roll back; the operation has not taken effect. If a table or a right is"
                + " missing, JdbcSchema.check says which.";
    }

    static String swallowed() {
        return "A statement of this transaction failed, the database gave the whole transaction up, and the error was swallowed. Nothing was kept."
                + " Let the exception leave the work, or run the statement that may fail in a unit of its own (JdbcTransactions.run inside the"
                + " transaction makes a savepoint).";
    }

    static String closedInside() {
        return "The work closed the transaction's connection, so the transaction is gone and nothing was kept. The connection belongs to the"
                + " transaction: use it without closing it (no try-with-resources around connection()).";
    }

    static String tooManyRows(RecordKey key, int rows) {
        return "One statement changed " + rows + " records of " + key + "; id is the primary key, so"
                + " there can be only one. The table lacks its primary key: compare it with db/onlyonce.";
    }

    static String tooManyTokens(int rows) {
        return "One statement took a use from " + rows
                + " tokens; id is the primary key, so there can be only one. The table onlyonce_token lacks"
                + " its primary key: compare it with db/onlyonce.";
    }

    static String tooManyLocks(LockName name, int rows) {
        return "One statement changed " + rows + " rows of the lock " + name
                + "; name is the primary key, so there can be only one. The table onlyonce_lock lacks its primary key: compare it with"
                + " db/onlyonce.";
    }

    static String tooManyEntries(int rows) {
        return "One statement changed " + rows
                + " entries of the inbox; source and id are the primary key, so there can be only one. The table onlyonce_inbox lacks its"
                + " primary key: compare it with db/onlyonce.";
    }

    static String tokenVanished() {
        return "The token is gone from the transaction that has just written it. None was issued. A trigger or a view stands between; onlyonce_token"
                + " must be a plain table.";
    }

    static String vanished(RecordKey key) {
        return "The record of " + key + " is gone from the transaction that has just written it. Nothing"
                + " was done. A trigger or a view stands between; onlyonce_record must be a plain table.";
    }

    static String restless(RecordKey key, int rounds) {
        return "The record of " + key + " came and went " + rounds
                + " times while it was being claimed."
                + " Nothing was done. Something deletes records that have just been written; only expired ones may go.";
    }

    static String tooLong(String column, int bytes, int limit) {
        return "A record's " + column + " has " + bytes + " bytes; the column holds " + limit
                + ". It was refused, because a text that is cut would make two keys one. Build keys from Scope, Operation and IdempotencyKey.";
    }

    static String unknownState(String state) {
        return "A record's state is \"" + state
                + "\"; C, D and R exist. Another release or a person wrote it: upgrade, or correct the row.";
    }

    static String unknownDatabase(String product, String version) {
        return "The database calls itself " + product + " " + version
                + "; PostgreSQL, MariaDB, MySQL and H2 are supported. Pass the Dialect that"
                + " it is compatible with.";
    }

    static String schema(Dialect dialect, List<String> missing) {
        return "The database lacks what OnlyOnce needs: " + String.join("; ", missing) + ". Run "
                + String.join(" and ", dialect.ddl())
                + " (with Flyway: add classpath:" + dialect.folder()
                + " to its locations), or call JdbcSchema.createIfMissing.";
    }

    static String schemaVersion(int found, int wanted) {
        return "onlyonce_schema has version " + found + ", this release needs " + wanted
                + (found > wanted ? ", which that version leaves out (upgrade the library)" : "");
    }

    static String ddlMissing(String resource) {
        return "The resource " + resource
                + " is not on the class path. It belongs to onlyonce-jdbc; the jar was repackaged without it.";
    }

    static String noShard(@Nullable String shard, Set<String> known) {
        return (shard == null
                        ? "This thread is bound to no shard, and there is no home database here"
                        : "This thread is bound to the shard \"" + shard + "\", which this data source does not have")
                + "; there are " + known
                + ". No connection was taken. Run the work through ShardedOnlyOnce or ShardBinding.in,"
                + " and give each node all shards before any call is sent to a new one.";
    }

    static String askTheShard(String what) {
        return "A routing data source has no " + what + " of its own; ask the data source of the shard.";
    }

    static String shardVanished(String routeKey) {
        return "Where the rows of \"" + routeKey
                + "\" lie was decided and is gone again. Nothing was done. Something deletes from"
                + " onlyonce_shard; what is decided there must stay.";
    }

    static String statementFailed(SQLException cause) {
        return "The database refused a statement (SQLState " + cause.getSQLState() + ", code " + cause.getErrorCode()
                + "): " + cause.getMessage()
                + ". The transaction must roll back. SqlFailures.retryable says whether to run all of it again, UniqueViolations which"
                + " unique constraint was violated.";
    }
}
