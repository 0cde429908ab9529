package io.onlyonce.shop.callback;

import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.callback.PaymentNotice;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/**
 * Asks the providers what became of payments, because no callback is promised: for the buyer who comes back from the channel's page, and regularly. What they answer goes
 * the way of the callbacks, so that it does not matter which comes first.
 */
@Service
public class PaymentQueries {
    private static final Logger LOG = LoggerFactory.getLogger(PaymentQueries.class);
    private static final int BATCH = 1000;

    private final ProviderAnswers providers;
    private final CallbackPipeline callbacks;
    private final JdbcClient jdbc;

    PaymentQueries(ProviderAnswers providers, CallbackPipeline callbacks, JdbcClient jdbc) {
        this.providers = providers;
        this.callbacks = callbacks;
        this.jdbc = jdbc;
    }

    /** Asks after one payment. */
    public void query(String paymentNo) {
        for (PaymentNotice answer : providers.about(paymentNo)) {
            callbacks.take(answer);
        }
    }

    /** Asks after those that have been open for a minute, and for less than a day. */
    @Scheduled(fixedDelayString = "${shop.payments.query-every:PT1M}", initialDelayString = "PT1M")
    public void queryOpen() {
        for (String paymentNo : open()) {
            try {
                query(paymentNo);
            } catch (RuntimeException e) { // one that does not answer must not keep the others waiting
                LOG.warn("Nobody answered for the payment {}; it will be asked for again.", paymentNo, e);
            }
        }
    }

    private List<String> open() {
        return jdbc.sql("""
                        SELECT payment_no FROM checkout
                        WHERE status = 'OPEN' AND at < CURRENT_TIMESTAMP(6) - INTERVAL '1' MINUTE
                            AND at > CURRENT_TIMESTAMP(6) - INTERVAL '1' DAY
                        ORDER BY at DESC LIMIT :batch
                        """)
                .param("batch", BATCH)
                .query((row, number) -> row.getString("payment_no"))
                .list();
    }
}
