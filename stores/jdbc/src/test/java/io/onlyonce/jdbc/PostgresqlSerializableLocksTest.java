package io.onlyonce.jdbc;

import javax.sql.DataSource;

/** Locks on PostgreSQL where all sessions are SERIALIZABLE: what loses a race is a serialisation failure, and is asked again. */
class PostgresqlSerializableLocksTest extends PostgresqlLocksTest {
    @Override
    DataSource sessions(DataSource pool) {
        return Sessions.with(pool, "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    }
}
