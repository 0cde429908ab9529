package io.onlyonce.benchmarks.design;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcTransactions;

/** The library, in the transaction of the business. */
final class WithOnlyOnce implements Design {
    static final Operation<String> CLAIM_FIRST = Operation.named("pay", ResultCodec.text());

    private final Node node;
    private final JdbcTransactions transactions;
    private final OnlyOnce onlyOnce;
    private final Operation<String> operation;
    private final String scope;

    /**
     * @param scope tells the records of one design from another's
     */
    WithOnlyOnce(Node node, String scope, Operation<String> operation) {
        this.node = node;
        this.transactions = new JdbcTransactions(node.pool());
        this.onlyOnce = OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions);
        this.operation = operation;
        this.scope = scope;
    }

    @Override
    public String pay(Payment payment) throws Exception {
        Call call = Call.of(scope, payment.key().toString());
        return onlyOnce.run(operation, call, attempt -> node.business().pay(transactions.connection(), payment))
                .orElseThrow();
    }
}
