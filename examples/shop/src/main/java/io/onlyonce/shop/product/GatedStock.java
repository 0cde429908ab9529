package io.onlyonce.shop.product;

import io.onlyonce.Attempt;
import io.onlyonce.error.KeyReusedException;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.redis.RedisStockGate;
import io.onlyonce.redis.Taking;
import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.database.WholeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * The stock behind a gate in Redis, which keeps those who come too late away from the product's row. The database decides: the gate may be down, empty, or behind
 * the times, and then the deduction is as right as without it, only slower.
 */
@Component
@Profile("redis")
class GatedStock {
    private static final Logger LOG = LoggerFactory.getLogger(GatedStock.class);

    private final RedisStockGate gate;
    private final Stock stock;
    private final WholeUnit unit;

    GatedStock(RedisStockGate gate, Stock stock, WholeUnit unit) {
        this.gate = gate;
        this.stock = stock;
        this.unit = unit;
    }

    /**
     * Deducts, and gives what remains. The attempt's reference becomes the deduction's number.
     *
     * @throws Problem if fewer pieces are left, or there is no such product
     * @throws DuplicateKeyException if the attempt's key has this deduction already; nothing was done
     * @throws KeyReusedException if it has another one; nothing was done
     */
    int deduct(String sku, int quantity, Attempt attempt) {
        String number = attempt.reference();
        Entry entry = enter(sku, quantity, number);
        if (entry == Entry.REFUSED && !stock.mayDeduct(sku, quantity, number)) {
            throw Problems.outOfStock(sku, quantity);
        }
        int remaining;
        try {
            remaining = unit.retried(() -> stock.take(sku, quantity, number));
        } catch (Problem refused) { // surely rolled back; after any other failure the reconciliation asks the database
            atTheGate(entry, () -> gate.giveBack(sku, number));
            throw refused;
        } catch (DuplicateKeyException twice) {
            atTheGate(entry, () -> gate.giveBack(sku, number));
            if (stock.find(number).filter(first -> first.isOf(sku, quantity)).isEmpty()) {
                throw new KeyReusedException(attempt.key()); // known by its record, if that had not been lost
            }
            throw twice;
        }
        atTheGate(entry, () -> gate.settle(sku, number));
        return remaining;
    }

    private enum Entry {
        HELD,
        REFUSED,
        PASSED_BY
    }

    private Entry enter(String sku, int quantity, String number) {
        try {
            Taking taking = gate.take(sku, quantity, number);
            if (taking instanceof Taking.Unknown) {
                stock.left(sku).ifPresent(left -> gate.load(sku, left));
                taking = gate.take(sku, quantity, number);
            }
            if (taking instanceof Taking.TooLittle) {
                return Entry.REFUSED;
            }
            return taking instanceof Taking.Taken ? Entry.HELD : Entry.PASSED_BY;
        } catch (OnlyOnceException down) {
            LOG.warn("The gate of {} is passed by: {}", sku, down.getMessage());
            return Entry.PASSED_BY;
        }
    }

    /** A hold that cannot be ended now is ended by the reconciliation. */
    private static void atTheGate(Entry entry, Runnable ending) {
        if (entry != Entry.HELD) {
            return;
        }
        try {
            ending.run();
        } catch (OnlyOnceException down) {
            LOG.warn("A hold stays for the reconciliation: {}", down.getMessage());
        }
    }
}
