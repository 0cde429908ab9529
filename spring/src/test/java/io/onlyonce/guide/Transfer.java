package io.onlyonce.guide;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

public class Transfer {
    public static void main(String[] args) throws Exception {
        DataSource dataSource = JdbcConnectionPool.create("jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1", "sa", "");
        JdbcSchema.createIfMissing(dataSource);
        JdbcTransactions transactions = new JdbcTransactions(dataSource);
        OnlyOnce onlyOnce = OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions);
        Operation<String> transfer = Operation.named("transfer", ResultCodec.text());

        for (int click = 1; click <= 3; click++) {
            Call call = Call.of("alice", "key-4711", "from A1", "to A2", "25.00");
            Outcome<String> outcome = onlyOnce.run(transfer, call, attempt -> {
                // business rows go through transactions.connection(): they commit together with the record
                return "booked as " + UUID.randomUUID();
            });
            System.out.println(outcome.orElseThrow()); // three times the same line: it was booked once
        }
    }
}
