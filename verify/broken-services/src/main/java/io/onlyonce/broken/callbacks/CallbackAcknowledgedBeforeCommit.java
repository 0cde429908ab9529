package io.onlyonce.broken.callbacks;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.CallbackDesk;
import io.onlyonce.broken.shop.Notice;
import io.onlyonce.broken.shop.Shop;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fault: the provider is answered at once and the work is done afterwards, because he is impatient. If the work fails then, or the process ends, the provider will not
 * send again: the money came in and nobody knows.
 */
public final class CallbackAcknowledgedBeforeCommit extends CallbackDesk {
    private static final Logger log = LoggerFactory.getLogger(CallbackAcknowledgedBeforeCommit.class);

    private final ExecutorService later = Executors.newSingleThreadExecutor();

    public CallbackAcknowledgedBeforeCommit(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Notice notice) {
        later.execute(() -> book(notice));
        return Answer.acknowledged();
    }

    private void book(Notice notice) {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "callback " + notice.noticeId(), notice.ref());
                shop.books().book(connection, notice);
                return notice;
            });
        } catch (Exception e) {
            log.info("{} was not booked: {}", notice, e.toString());
        }
    }

    @Override
    public void stop() {
        later.shutdownNow();
    }
}
