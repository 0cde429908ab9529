package io.onlyonce.jdbc;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Transactional;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Work;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** One instance of an application: an engine of its own over transactions and a store of its own. */
public final class Node {
    static final Operation<String> PAY =
            Operation.named("pay", ResultCodec.text()).patience(Duration.ofSeconds(20));
    static final Operation<String> PAY_AT_END = PAY.guarantee(new Transactional<String>(3).recordedAtEnd());

    private final JdbcTransactions transactions;
    private final JdbcRecordStore store;
    private final OnlyOnce onlyOnce;

    private Node(DataSource dataSource, Probe probe, Function<JdbcTransactions, AnswerCache> inFront) {
        this.transactions = new JdbcTransactions(dataSource);
        this.store = new JdbcRecordStore(transactions);
        this.onlyOnce = OnlyOnce.transactional(store, transactions, probe, inFront.apply(transactions));
    }

    public static Node on(DataSource dataSource) {
        return on(dataSource, Probe.NONE);
    }

    public static Node on(DataSource dataSource, Probe probe) {
        return new Node(dataSource, probe, transactions -> AnswerCache.NONE);
    }

    /** One that reads the table before it begins a transaction. */
    public static Node readingFirst(DataSource dataSource) {
        return new Node(dataSource, Probe.NONE, transactions -> new JdbcAnswers(dataSource, transactions));
    }

    /** A name that no other test uses, for a key and its effects. */
    public static String fresh(String name) {
        return name + "-" + UUID.randomUUID();
    }

    public static RecordKey key(String name) {
        return new RecordKey("shop", "pay", name);
    }

    public JdbcTransactions transactions() {
        return transactions;
    }

    public JdbcRecordStore store() {
        return store;
    }

    public Outcome<String> run(String name, Work<String> work) throws Exception {
        return run(PAY, name, work);
    }

    public Outcome<String> run(Operation<String> operation, String name, Work<String> work) throws Exception {
        return onlyOnce.run(operation, Call.of("shop", name), work);
    }

    /** Runs work that has one effect of this name. */
    public Outcome<String> pay(String name) throws Exception {
        return pay(PAY, name);
    }

    public Outcome<String> pay(Operation<String> operation, String name) throws Exception {
        return run(operation, name, attempt -> {
            Tables.effect(transactions.connection(), name);
            return "paid " + name;
        });
    }
}
