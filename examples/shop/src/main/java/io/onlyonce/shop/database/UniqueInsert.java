package io.onlyonce.shop.database;

import java.util.Map;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Inserts a row unless one of its unique keys is taken. A simultaneous insert of the same key is waited for; if it commits, this one did not happen, and a
 * following read in the same transaction sees the winner.
 *
 * <p>On PostgreSQL an error would leave the transaction unusable, so the statement says that a conflict is none; on H2 and InnoDB the error undoes only its own
 * statement. {@code INSERT IGNORE} is no choice anywhere: it hides other errors as well. Thread-safe.
 */
@Component
public class UniqueInsert {
    private final JdbcClient jdbc;
    private final Database database;

    UniqueInsert(JdbcClient jdbc, Database database) {
        this.jdbc = jdbc;
        this.database = database;
    }

    /**
     * @param insert a whole {@code INSERT} of one row with named parameters
     * @return whether the row was inserted
     */
    public boolean tryInsert(String insert, Map<String, ?> values) {
        if (database == Database.POSTGRESQL) {
            return jdbc.sql(insert + " ON CONFLICT DO NOTHING").params(values).update() == 1;
        }
        try {
            jdbc.sql(insert).params(values).update();
            return true;
        } catch (DuplicateKeyException taken) {
            return false;
        }
    }
}
