package io.onlyonce.shop.transfer;

import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.json.JsonResultCodec;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.SagaRun;
import io.onlyonce.shop.shard.Shards;
import io.onlyonce.shop.transfer.Transfer.Status;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The steps of a transfer, each a transaction in the database that it changes: note it at home, take the amount out, put it in, note the end at home.
 *
 * <p>Where an account refuses, what was done is undone, the last step first, and the transfer is refused for good. Where a process or a database dies, the caller's retry goes on, or the starter's
 * completer does. Between taking out and putting in the money is in neither account; the transfer says that it is running.
 */
@Configuration(proxyBeanMethods = false)
class TransferSaga {
    private static final ResultCodec<String> TEXT = ResultCodec.text();

    private final Shards shards;
    private final TransferRows rows;
    private final TransferBookings bookings;

    TransferSaga(Shards shards, TransferRows rows, TransferBookings bookings) {
        this.shards = shards;
        this.rows = rows;
        this.bookings = bookings;
    }

    /**
     * @param lease how long nobody else goes on with a transfer whose runner has died
     */
    @Bean
    Saga<AskedTransfer, Transfer> moneyTransfer(@Value("${shop.transfers.lease:PT30S}") Duration lease) {
        Operation<Transfer> operation = Operation.named("transfer-money", JsonResultCodec.of(Transfer.class))
                .guarantee(Leased.<Transfer>of(lease).whenAbandoned(new WhenAbandoned.Rerun<>()))
                .retention(Duration.ofDays(7))
                .remembering(
                        new Refusal<>("no-such-account", NoSuchAccountException.class, NoSuchAccountException::new),
                        new Refusal<>(
                                "insufficient-funds",
                                InsufficientFundsException.class,
                                InsufficientFundsException::new));
        return Saga.of(operation, JsonResultCodec.of(AskedTransfer.class), this::steps);
    }

    private Transfer steps(AskedTransfer asked, SagaRun run) throws Exception {
        String id = asked.transferId();
        run.step(
                "note",
                shards.home(),
                TEXT,
                attempt -> done(() -> rows.begin(asked)),
                (noted, attempt) -> rows.end(id, Status.REFUSED));
        run.step(
                "take out",
                shards.participant(shards.ofAccount(asked.fromAccountId())),
                TEXT,
                attempt -> done(() -> bookings.takeOut(asked)),
                (taken, attempt) -> bookings.putBack(asked));
        run.step(
                "put in",
                shards.participant(shards.ofAccount(asked.toAccountId())),
                TEXT,
                attempt -> done(() -> bookings.putIn(asked)));
        run.step("end", shards.home(), TEXT, attempt -> done(() -> rows.end(id, Status.DONE)));
        return asked.as(Status.DONE);
    }

    private interface Change {
        void make() throws Exception;
    }

    private static String done(Change change) throws Exception {
        change.make();
        return "done";
    }
}
