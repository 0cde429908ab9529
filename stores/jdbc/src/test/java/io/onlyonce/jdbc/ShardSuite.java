package io.onlyonce.jdbc;

import io.onlyonce.OnlyOnce;
import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import io.onlyonce.shard.ShardBinding;
import io.onlyonce.shard.ShardDirectory;
import io.onlyonce.shard.ThreadShards;
import io.onlyonce.testkit.contract.ShardContract;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.transaction.TransactionRunner;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** What sharded operations promise through three databases that are shards, and a fourth that is their directory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ShardSuite extends ShardContract {
    private static final int CONNECTIONS = 10;

    private final Map<String, Tables> shards = new LinkedHashMap<>();
    private Tables home;
    private ShardBinding binding = new ThreadShards();
    private JdbcTransactions transactions;

    protected abstract TestDatabase newDatabase();

    /** How threads are bound. */
    protected ShardBinding newBinding() {
        return new ThreadShards();
    }

    /** One data source over all shards. */
    protected DataSource routing(ShardBinding bound, Map<String, DataSource> pools) {
        return new RoutingDataSource(bound, pools);
    }

    /** The connections that records are written on. */
    protected ConnectionSource connections(ConnectionSource routed, ShardBinding bound) {
        return routed;
    }

    @BeforeAll
    void open() throws Exception {
        home = newTables();
        JdbcShardDirectory.createIfMissing(home.pool());
        JdbcShardDirectory.createIfMissing(home.pool());
        Map<String, DataSource> pools = new LinkedHashMap<>();
        for (String name : new String[] {"a", "b", "c"}) {
            shards.put(name, newTables());
            pools.put(name, shard(name).pool());
        }
        binding = newBinding();
        transactions = new JdbcTransactions(routing(binding, pools));
    }

    private Tables newTables() {
        TestDatabase database = newDatabase();
        return Tables.in(database, database.dataSource(CONNECTIONS));
    }

    @AfterAll
    void close() {
        shards.values().forEach(Tables::close);
        home.close();
    }

    private Tables shard(String name) {
        return Objects.requireNonNull(shards.get(name), name);
    }

    @Override
    protected ShardBinding binding() {
        return binding;
    }

    @Override
    protected TransactionRunner transactions() {
        return transactions;
    }

    @Override
    protected OnlyOnce engine(Probe probe) {
        return OnlyOnce.transactional(new JdbcRecordStore(connections(transactions, binding)), transactions, probe);
    }

    @Override
    protected Participant home(Probe probe) {
        JdbcTransactions fixed = home.transactions();
        return new Participant("home", OnlyOnce.transactional(new JdbcRecordStore(fixed), fixed, probe), fixed);
    }

    @Override
    protected ShardDirectory directory() {
        return new JdbcShardDirectory(home.pool());
    }

    @Override
    protected void effect(String name) throws Exception {
        Tables.effect(transactions.connection(), name);
    }

    @Override
    protected long effects(String shard, String name) {
        return shard(shard).effects(name);
    }

    @Override
    protected long effects(String shard) {
        return shard(shard).count("SELECT COUNT(*) FROM effect");
    }

    @Override
    protected long records(String shard) {
        return shard(shard).records();
    }
}
