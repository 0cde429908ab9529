package io.onlyonce.shop.transfer;

import io.onlyonce.Attempt;
import io.onlyonce.shop.web.Caller;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Abandoned;
import io.onlyonce.spring.Idempotent.Guarantee;
import jakarta.validation.Valid;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/transfers}. */
@RestController
class TransferController {
    private final Transfers transfers;

    TransferController(Transfers transfers) {
        this.transfers = transfers;
    }

    /**
     * Transfers money, once per key. Its steps commit by themselves, so the key's own record is a leased one, and to run it again goes on where it stood.
     *
     * <p>Remembered besides success: 402, 404 and 410, which are a transfer's end.
     */
    @PostMapping("/api/transfers")
    @Idempotent(
            operation = "transfer",
            remembersStatuses = {402, 404, 410},
            number = "/transferId",
            guarantee = Guarantee.LEASED,
            whenAbandoned = Abandoned.RERUN)
    ResponseEntity<Transfer> transfer(Caller caller, @Valid @RequestBody NewTransfer wanted, Attempt attempt)
            throws Exception {
        Transfer done = transfers.make(attempt.reference(), caller.userId(), wanted);
        return ResponseEntity.created(URI.create("/api/transfers/" + done.transferId()))
                .body(done);
    }

    @GetMapping("/api/transfers/{transferId}")
    Transfer get(@PathVariable String transferId) {
        return transfers.get(transferId);
    }
}
