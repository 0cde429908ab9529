package io.onlyonce.shop.product;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.redis.RedisStockGate;
import io.onlyonce.redis.RedisStockGate.Hold;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Repairs the gate by the database: ends holds that were left behind, and brings each product's quantity to its stock. Several shops may do it at once. */
@Component
@Profile("redis")
public class StockReconciliation {
    private static final Logger LOG = LoggerFactory.getLogger(StockReconciliation.class);
    /** Longer than a deduction takes. One that takes longer all the same is still right: the database decides. */
    private static final Duration LEFT_BEHIND = Duration.ofMinutes(1);

    private final RedisStockGate gate;
    private final Stock stock;

    StockReconciliation(RedisStockGate gate, Stock stock) {
        this.gate = gate;
        this.stock = stock;
    }

    @Scheduled(
            fixedDelayString = "${shop.gate.reconcile-every:PT30S}",
            initialDelayString = "${shop.gate.reconcile-every:PT30S}")
    void regularly() {
        try {
            reconcile(LEFT_BEHIND);
        } catch (StoreUnavailableException down) {
            LOG.warn("The gate is not reconciled now: {}", down.getMessage());
        }
    }

    /**
     * Reconciles every product.
     *
     * @param age how old a hold must be to count as left behind
     * @throws StoreUnavailableException if Redis is not to be had
     */
    public void reconcile(Duration age) {
        for (String sku : stock.products()) {
            for (Hold hold : gate.holds(sku, age)) {
                end(sku, hold.reference());
            }
            stock.left(sku).ifPresent(left -> gate.correct(sku, left));
        }
    }

    private void end(String sku, String reference) {
        boolean deducted = stock.find(reference).isPresent();
        LOG.info("A hold of {} was left behind, its deduction {} is {}there.", sku, reference, deducted ? "" : "not ");
        if (deducted) {
            gate.settle(sku, reference);
        } else {
            gate.giveBack(sku, reference);
        }
    }
}
