package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.frame.UnavailableException;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Partner;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Fault: a purge frees keys that "hang", by their age alone. It was written after a crash had left claims behind. When the warehouse is slow the claim of a request at
 * work is purged; a copy that waits for its answer finds the key free and runs beside it.
 */
public final class PurgeOfLiveClaims extends OrderDesk {
    private static final long HANGS_MS = 15;
    private static final long EVERY_MS = 5;

    private final ScheduledExecutorService purge = Executors.newSingleThreadScheduledExecutor();
    private final Records records;

    public PurgeOfLiveClaims(Shop shop) {
        super(shop);
        this.records = shop.records();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        while (!begun(call)) {
            Optional<Stored> first = shop.database().inAutoCommit(connection -> records.find(connection, call));
            if (first.isPresent() && first.get().answer() != null) {
                return first.get().replayTo(call);
            }
            Partner.pause(EVERY_MS);
        }
        try {
            return shop.database().inTransaction(connection -> {
                Answer answer = shop.orders().place(connection, order);
                records.complete(connection, call, answer);
                return answer;
            });
        } catch (UnavailableException e) {
            shop.database().inTransaction(connection -> {
                records.forget(connection, call);
                return call;
            });
            throw e;
        }
    }

    private boolean begun(Call call) throws Exception {
        try {
            shop.database().inAutoCommit(connection -> {
                records.begin(connection, call);
                return call;
            });
            return true;
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
            return false;
        }
    }

    @Override
    public void start() {
        var unused = purge.scheduleWithFixedDelay(this::purge, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
    }

    private void purge() {
        try {
            shop.database().inAutoCommit(connection -> records.purgeRunning(connection, HANGS_MS));
        } catch (Exception e) {
            throw new IllegalStateException("The purge has failed.", e);
        }
    }

    @Override
    public void stop() {
        purge.shutdownNow();
    }
}
