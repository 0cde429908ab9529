package io.onlyonce.shop.callback;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.callback.reconcile.BookedLine;
import io.onlyonce.callback.reconcile.Difference;
import io.onlyonce.callback.reconcile.Direction;
import io.onlyonce.callback.reconcile.NoticeLine;
import io.onlyonce.callback.reconcile.Reconciliation;
import io.onlyonce.shop.database.Instants;
import io.onlyonce.shop.database.WholeUnit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/**
 * Holds the journal against what the channels list, and keeps each difference with its cause until it is settled. It changes no money: people do, or the next query. It may
 * run any number of times, also twice at once.
 */
@Service
public class ReconciliationJob {
    private static final Logger LOG = LoggerFactory.getLogger(ReconciliationJob.class);

    /**
     * Alipay and Stripe tell how much was refunded of a payment in all: theirs is one line for each payment, under the payment's own number. The shop's own refunds go
     * by the channel's number here.
     */
    private static final String BOOKED = """
            SELECT j.channel, COALESCE(r.channel_refund_no, j.transaction_no) AS transaction_no, j.direction, j.payment_no, j.amount, j.at
            FROM funds_journal j LEFT JOIN refund r ON r.refund_no = j.transaction_no AND j.direction = 'OUT'
            WHERE j.channel <> 'balance' AND (j.direction = 'IN' OR j.channel NOT IN ('alipay', 'stripe')) AND j.at >= :since
            UNION ALL
            SELECT channel, refund_of, direction, payment_no, SUM(amount), MAX(at) FROM funds_journal
            WHERE channel IN ('alipay', 'stripe') AND direction = 'OUT' AND at >= :since
            GROUP BY channel, refund_of, direction, payment_no
            """;

    private static final String NOTICES = """
            SELECT channel, notice_id, kind, state, outcome,
                CASE WHEN kind = 'REFUNDED' AND channel NOT IN ('alipay', 'stripe') THEN refund_no ELSE transaction_no END AS transaction_no
            FROM payment_notice WHERE received_at >= :since
            """;

    private final ProviderAnswers providers;
    private final Differences differences;
    private final WholeUnit unit;
    private final JdbcClient jdbc;

    ReconciliationJob(ProviderAnswers providers, Differences differences, WholeUnit unit, JdbcClient jdbc) {
        this.unit = unit;
        this.providers = providers;
        this.differences = differences;
        this.jdbc = jdbc;
    }

    @Scheduled(fixedDelayString = "${shop.reconciliation.every:PT1H}", initialDelayString = "PT1H")
    void regularly() {
        List<Difference> found = reconcile();
        if (!found.isEmpty()) {
            LOG.warn("{} differences between the channels' statements and the journal", found.size());
        }
    }

    /** Compares all that both should know, stores the differences, and gives them. */
    public List<Difference> reconcile() {
        Instant now = Instant.now();
        Instant since = providers.since();
        List<Difference> found = new Reconciliation(now).compare(providers.statement(), booked(since), notices(since));
        return unit.retried(() -> {
            differences.keep(found);
            return found;
        });
    }

    private List<BookedLine> booked(Instant since) {
        return jdbc.sql(BOOKED)
                .param("since", Instants.parameter(since))
                .query(ReconciliationJob::bookedLine)
                .list();
    }

    private static BookedLine bookedLine(ResultSet row, int number) throws SQLException {
        return new BookedLine(
                row.getString("channel"),
                row.getString("transaction_no"),
                Direction.valueOf(row.getString("direction")),
                row.getString("payment_no"),
                new Amount(row.getBigDecimal("amount"), "CNY"),
                Instants.get(row, "at"));
    }

    private List<NoticeLine> notices(Instant since) {
        return jdbc.sql(NOTICES)
                .param("since", Instants.parameter(since))
                .query((row, number) -> new NoticeLine(
                        row.getString("channel"),
                        row.getString("notice_id"),
                        row.getString("transaction_no"),
                        NoticeKind.valueOf(row.getString("kind")),
                        State.valueOf(row.getString("state")),
                        row.getString("outcome")))
                .list();
    }
}
