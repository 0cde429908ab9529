package io.onlyonce.shop.callback;

import io.onlyonce.callback.reconcile.Difference;
import java.util.List;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/reconciliations}. */
@RestController
class ReconciliationController {
    private final ReconciliationJob job;

    ReconciliationController(ReconciliationJob job) {
        this.job = job;
    }

    record Found(String kind, String cause, String channel, String transactionNo, String direction) {}

    /** Compares now. As often as you like: each difference is kept once. */
    @PostMapping("/api/reconciliations")
    List<Found> reconcile() {
        return job.reconcile().stream().map(ReconciliationController::found).toList();
    }

    private static Found found(Difference difference) {
        return new Found(
                difference.kind().name(),
                difference.cause().name(),
                difference.channel(),
                difference.transactionNo(),
                difference.direction().name());
    }
}
