package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: a refusal throws, the exception rolls everything back, and the record with it. The client was told "out of stock" and went elsewhere; a late copy of his request
 * meets new stock and orders all the same.
 */
public final class RefusalForgotten extends OrderDesk {
    public RefusalForgotten(Shop shop) {
        super(shop);
    }

    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Answer answer;

        RefusedException(Answer answer) {
            this.answer = answer;
        }
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        try {
            return shop.once().run(call, connection -> {
                Answer answer = shop.orders().place(connection, order);
                if (answer.status() != 201) {
                    throw new RefusedException(answer);
                }
                return answer;
            });
        } catch (RefusedException e) {
            return e.answer;
        }
    }
}
