package io.onlyonce.shop.callback;

import io.onlyonce.callback.reconcile.Difference;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The differences that were found, each once; one that is found no more is settled, one that comes back is open again. */
@Repository
class Differences {
    private static final UniqueInsert<Difference, String> ONE = UniqueInsert.<Difference>into(
                    """
                    INSERT INTO reconciliation_difference (identity, kind, cause, channel, transaction_no, direction, found_at)
                    VALUES (?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP(6))
                    """,
                    found -> List.of(
                            found.identity(),
                            found.kind().name(),
                            found.cause().name(),
                            found.channel(),
                            found.transactionNo(),
                            found.direction().name()))
            .identifiedBy(
                    "SELECT identity FROM reconciliation_difference WHERE identity = ?",
                    found -> List.of(found.identity()),
                    row -> row.getString("identity"));

    private final UniqueInserts inserts;
    private final JdbcClient jdbc;

    Differences(UniqueInserts inserts, JdbcClient jdbc) {
        this.inserts = inserts;
        this.jdbc = jdbc;
    }

    @Transactional
    public void keep(List<Difference> found) {
        inserts.insertAll(ONE, found);
        for (Difference difference : found) {
            jdbc.sql("""
                            UPDATE reconciliation_difference SET cause = :cause, settled_at = NULL
                            WHERE identity = :identity AND (settled_at IS NOT NULL OR cause <> :cause)
                            """)
                    .param("cause", difference.cause().name())
                    .param("identity", difference.identity())
                    .update();
        }
        Set<String> still = found.stream().map(Difference::identity).collect(Collectors.toSet());
        for (String identity : open()) {
            if (!still.contains(identity)) {
                jdbc.sql("""
                                UPDATE reconciliation_difference SET settled_at = CURRENT_TIMESTAMP(6)
                                WHERE identity = :identity AND settled_at IS NULL
                                """).param("identity", identity).update();
            }
        }
    }

    private List<String> open() {
        return jdbc.sql("SELECT identity FROM reconciliation_difference WHERE settled_at IS NULL ORDER BY identity")
                .query((row, number) -> row.getString("identity"))
                .list();
    }
}
