package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Database;
import io.onlyonce.broken.frame.Rows;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Takes a keyed request once, rightly and on any database: record and effect in one transaction, the record last; whoever finds another's record there rolls
 * everything back and gives that one's answer. For variants whose fault lies elsewhere. Thread-safe.
 */
public final class Once {
    private final Database database;
    private final Records records;

    Once(Database database, Records records) {
        this.database = database;
        this.records = records;
    }

    public Answer run(Call call, Database.Unit<Answer> work) throws Exception {
        try {
            return database.inTransaction(connection -> {
                Optional<Stored> first = records.find(connection, call);
                if (first.isPresent()) {
                    return first.get().replayTo(call);
                }
                Answer answer = work.run(connection);
                records.keep(connection, call, answer);
                return answer;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
            return database.inTransaction(
                    connection -> records.find(connection, call).orElseThrow().replayTo(call));
        }
    }
}
