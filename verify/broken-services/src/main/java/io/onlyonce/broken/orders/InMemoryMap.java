package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Fault: the keys are in this process' memory. It is quick, and right as long as there is one process that never restarts. The second node knows nothing of the first
 * one's keys, and after a restart nobody knows any: the retry is a second order.
 */
public final class InMemoryMap extends OrderDesk {
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    private record Entry(String payload, CompletableFuture<Answer> answer) {}

    public InMemoryMap(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        String key = call.scope() + ' ' + call.key();
        Entry mine = new Entry(call.payload(), new CompletableFuture<>());
        Entry first = entries.putIfAbsent(key, mine);
        if (first != null) {
            return new Stored(call.ref(), first.payload, first.answer.getNow(null)).replayTo(call);
        }
        try {
            Answer answer =
                    shop.database().inTransaction(connection -> shop.orders().place(connection, order));
            mine.answer.complete(answer);
            return answer;
        } catch (Exception e) {
            entries.remove(key);
            throw e;
        }
    }
}
