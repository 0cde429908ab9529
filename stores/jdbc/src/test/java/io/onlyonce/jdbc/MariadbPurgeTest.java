package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("B-43 the purge on MariaDB, killed and beside requests")
class MariadbPurgeTest extends PurgeSuite {
    private static final String FILL = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, completed_at, expires_at, answer)
            SELECT UNHEX(MD5(CONCAT(?, seq))), 'shop', 'pay', CONCAT(?, seq), X'01', seq, 1,
                   UTC_TIMESTAMP(6) - INTERVAL 2 DAY, 'D', UTC_TIMESTAMP(6) - INTERVAL 2 DAY, UTC_TIMESTAMP(6) + INTERVAL ? HOUR, X'41'
            FROM seq_1_to_10000
            WHERE seq <= ?
            """;

    private static final String SLOW_DELETES =
            "CREATE TRIGGER slowly BEFORE DELETE ON onlyonce_record FOR EACH ROW DO SLEEP(0.008)";

    private static final String FAST_DELETES = "DROP TRIGGER slowly";

    private static final String WAITING = """
            SELECT COUNT(*)
            FROM information_schema.innodb_trx
            JOIN information_schema.processlist ON processlist.id = innodb_trx.trx_mysql_thread_id
            WHERE processlist.db = DATABASE() AND innodb_trx.trx_state = 'LOCK WAIT'
            """;

    private static final KilledPurger.Questions QUESTIONS = new KilledPurger.Questions(
            "SELECT CONNECTION_ID()",
            "SELECT COUNT(*) FROM information_schema.processlist WHERE id = ? AND state = 'User sleep'",
            "SELECT COUNT(*) FROM information_schema.processlist WHERE id = ?");

    @Override
    TestDatabase newDatabase() {
        return TestServers.mariadb();
    }

    @Override
    String fill() {
        return FILL;
    }

    @Override
    String slowDeletes() {
        return SLOW_DELETES;
    }

    @Override
    String fastDeletes() {
        return FAST_DELETES;
    }

    @Override
    String waiting() {
        return WAITING;
    }

    @Override
    KilledPurger.Questions questions() {
        return QUESTIONS;
    }
}
