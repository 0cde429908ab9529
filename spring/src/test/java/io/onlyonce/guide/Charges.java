package io.onlyonce.guide;

import io.onlyonce.Attempt;
import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.Guarantee;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A remote effect, kept to one by a lease. */
final class Charges {
    private static final Operation<String> CHARGE = Operation.named("charge-card", ResultCodec.text());

    private final OnlyOnce leased;
    private final CardGateway gateway;
    private final Operation<String> charge;

    Charges(OnlyOnce leased, CardGateway gateway) {
        this.leased = leased;
        this.gateway = gateway;
        this.charge = CHARGE.guarantee(new Guarantee.Leased<>(
                Duration.ofSeconds(30),
                new WhenAbandoned.Resolve<>(this::whatBecameOf),
                List.of(ConnectException.class))); // no connection: nothing has left the process
    }

    String charge(String user, String key, String card, BigDecimal amount) throws Exception {
        Call call = Call.of(user, key, card, amount.toPlainString());
        return leased.run(charge, call, attempt -> gateway.charge(attempt.reference(), card, amount))
                .orElseThrow();
    }

    private Resolution<String> whatBecameOf(Attempt lost) throws IOException {
        Optional<CardGateway.Payment> payment = gateway.find(lost.reference());
        if (payment.isEmpty()) {
            return new Resolution.NotDone<>(); // safe: if it arrives late, the gateway recognises the reference
        }
        return switch (payment.get().state()) {
            case PAID -> new Resolution.Done<>(payment.get().paymentNo());
            case DECLINED -> new Resolution.NotDone<>();
            case PENDING -> new Resolution.Unknown<>();
        };
    }

    Outcome<String> settleAsDone(RecordMaintenance records, RecordKey key, String paymentNo) throws Exception {
        Fingerprint asked = records.find(key).orElseThrow().fingerprint();
        Call call = new Call(new Scope(key.scope()), new IdempotencyKey(key.key()), asked);
        WhenAbandoned<String> done = new WhenAbandoned.Resolve<>(lost -> new Resolution.Done<>(paymentNo));
        Operation<String> settling = CHARGE.guarantee(new Guarantee.Leased<>(Duration.ofSeconds(30), done, List.of()));
        return leased.run(settling, call, attempt -> {
            throw new IllegalStateException("The claim was released meanwhile: there is nothing to settle.");
        });
    }
}
