package io.onlyonce.benchmarks.design;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Transactional;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.jdbc.JdbcAnswers;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.AnswerCache;
import java.util.function.Function;

/** The library, in the transaction of the business. */
final class WithOnlyOnce implements Design {
    private static final Operation<String> CLAIM_FIRST = Operation.named("pay", ResultCodec.text());
    private static final Operation<String> AT_END = CLAIM_FIRST.guarantee(new Transactional<String>(3).recordedAtEnd());

    private final Node node;
    private final JdbcTransactions transactions;
    private final OnlyOnce onlyOnce;
    private final Operation<String> operation;
    private final String scope;

    private WithOnlyOnce(
            Node node, String scope, Operation<String> operation, Function<JdbcTransactions, AnswerCache> inFront) {
        this.node = node;
        this.transactions = new JdbcTransactions(node.pool());
        this.onlyOnce = OnlyOnce.transactional(
                new JdbcRecordStore(transactions), transactions, Probe.NONE, inFront.apply(transactions));
        this.operation = operation;
        this.scope = scope;
    }

    /**
     * As it comes.
     *
     * @param scope tells the records of one design from another's
     */
    static WithOnlyOnce claimingFirst(Node node, String scope) {
        return new WithOnlyOnce(node, scope, CLAIM_FIRST, any -> AnswerCache.NONE);
    }

    /** With the record behind the work. */
    static WithOnlyOnce recordingAtEnd(Node node, String scope) {
        return new WithOnlyOnce(node, scope, AT_END, any -> AnswerCache.NONE);
    }

    /** Looks into the table before it begins a transaction. */
    static WithOnlyOnce readingFirst(Node node, String scope) {
        return new WithOnlyOnce(node, scope, CLAIM_FIRST, transactions -> new JdbcAnswers(node.pool(), transactions));
    }

    @Override
    public String pay(Payment payment) throws Exception {
        Call call = Call.of(scope, payment.key().toString());
        return onlyOnce.run(operation, call, attempt -> node.business().pay(transactions.connection(), payment))
                .orElseThrow();
    }
}
