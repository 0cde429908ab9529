package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.LocalLocks;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.util.Optional;

/**
 * Fault: the record is written after the work's commit, in a transaction of its own. It is what a filter or an aspect around a transactional method does. Copies wait
 * for one another here, but if the process dies between the two commits the order is there and the record is not: the retry orders again.
 */
public final class RecordAfterBusiness extends OrderDesk {
    private final LocalLocks locks = new LocalLocks();
    private final Records records;

    public RecordAfterBusiness(Shop shop) {
        super(shop);
        this.records = shop.records();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        synchronized (locks.of(call)) {
            Optional<Stored> first = shop.database().inTransaction(connection -> records.find(connection, call));
            if (first.isPresent()) {
                return first.get().replayTo(call);
            }
            Answer answer =
                    shop.database().inTransaction(connection -> shop.orders().place(connection, order));
            shop.partner().tell(); // the invoice is printed
            return shop.database().inTransaction(connection -> {
                records.keep(connection, call, answer);
                return answer;
            });
        }
    }
}
