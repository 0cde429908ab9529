package io.onlyonce.seata;

import io.onlyonce.OnlyOnce;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything in memory; the processes share it. */
final class MemoryLedger implements Ledger {
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryRecordStore records = new MemoryRecordStore(transactions);
    private final Map<String, Long> balances = new ConcurrentHashMap<>();
    private final Map<String, Long> asides = new ConcurrentHashMap<>();
    private final List<String> journal = new CopyOnWriteArrayList<>();

    @Override
    public Participant participant(Probe probe) {
        return new Participant("memory", OnlyOnce.transactional(records, transactions, probe), transactions);
    }

    @Override
    public void open(String account, long balance) {
        balances.put(account, balance);
        asides.put(account, 0L);
    }

    @Override
    public void change(String account, String deed, long balance, long aside) throws InsufficientException {
        if (balance(account) + balance < 0) {
            throw new InsufficientException(account);
        }
        // at once, so that it is there before the record is, which lets others go on
        book(account, deed, balance, aside);
        transactions.changed(() -> unbook(account, deed, balance, aside), () -> {});
    }

    private void book(String account, String deed, long balance, long aside) {
        balances.merge(account, balance, Long::sum);
        asides.merge(account, aside, Long::sum);
        journal.add(account + " " + deed);
    }

    private void unbook(String account, String deed, long balance, long aside) {
        balances.merge(account, -balance, Long::sum);
        asides.merge(account, -aside, Long::sum);
        journal.remove(account + " " + deed);
    }

    @Override
    public long balance(String account) {
        return balances.getOrDefault(account, 0L);
    }

    @Override
    public long aside(String account) {
        return asides.getOrDefault(account, 0L);
    }

    @Override
    public long times(String account, String deed) {
        return journal.stream().filter((account + " " + deed)::equals).count();
    }

    @Override
    public void close() {}
}
