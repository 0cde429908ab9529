package io.onlyonce.shop.callback;

import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.reconcile.StatementLine;
import java.time.Instant;
import java.util.List;

/** What the providers say when they are asked. Another company's computers: each may be slow, or not be there. Thread-safe. */
public interface ProviderAnswers {
    /** What is known of a payment, as the notices that should have come; each has the same identity each time. Empty if nothing has happened to it. */
    List<PaymentNotice> about(String paymentNo);

    /** All money that has moved since {@link #since()}. What a provider tells as a sum is one line for each payment. */
    List<StatementLine> statement();

    /** When the statement begins. */
    Instant since();
}
