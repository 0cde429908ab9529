package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.StateDesk;
import io.onlyonce.broken.shop.Step;
import io.onlyonce.broken.shop.Steps;

/** Right: the status is compared and set by one statement, and whatever follows from the step is in its transaction. See {@link Steps}. */
public final class StateCompareAndSet extends StateDesk {
    public StateCompareAndSet(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer take(String orderId, String ref, Step step) throws Exception {
        return shop.database().inTransaction(connection -> shop.steps().take(connection, orderId, ref, step));
    }
}
