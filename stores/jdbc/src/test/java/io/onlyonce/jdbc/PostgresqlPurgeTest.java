package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("B-43 the purge on PostgreSQL, killed and beside requests")
class PostgresqlPurgeTest extends PurgeSuite {
    private static final String FILL = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, completed_at, expires_at, answer)
            SELECT CAST(md5(CAST(? AS text) || n) AS uuid), 'shop', 'pay', CAST(? AS text) || n, decode('01', 'hex'), n, 1,
                   now() - interval '2 days', 'D', now() - interval '2 days', now() + ? * interval '1 hour', decode('41', 'hex')
            FROM generate_series(1, ?) AS n
            """;

    private static final String SLOW_DELETES = """
            CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_sleep(0.008);
                RETURN OLD;
            END $$;
            CREATE TRIGGER slowly BEFORE DELETE ON onlyonce_record FOR EACH ROW EXECUTE FUNCTION slowly()
            """;

    private static final String FAST_DELETES = "DROP TRIGGER slowly ON onlyonce_record";

    private static final String WAITING = """
            SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """;

    private static final KilledPurger.Questions QUESTIONS = new KilledPurger.Questions(
            "SELECT pg_backend_pid()",
            "SELECT COUNT(*) FROM pg_stat_activity WHERE pid = ? AND backend_xid IS NOT NULL",
            "SELECT COUNT(*) FROM pg_stat_activity WHERE pid = ?");

    @Override
    TestDatabase newDatabase() {
        return TestServers.postgres();
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
