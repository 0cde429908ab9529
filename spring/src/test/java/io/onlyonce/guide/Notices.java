package io.onlyonce.guide;

import io.onlyonce.spring.Idempotent;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class Notices {
    record Notice(String channel, String noticeId, String orderId, Instant sentAt) {}

    record Receipt(String receiptNo) {}

    static class UnknownOrderException extends Exception {
        private static final long serialVersionUID = 1L;

        public UnknownOrderException(@Nullable String message) {
            super(message);
        }
    }

    private final JdbcClient jdbc;

    Notices(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Idempotent(
            operation = "payment-notice",
            key = "#notice.noticeId",
            scope = "#notice.channel",
            retention = "30d",
            remembers = UnknownOrderException.class,
            volatileFields = "/notice/sentAt")
    @Transactional
    public Receipt book(Notice notice) throws UnknownOrderException {
        int orders = jdbc.sql("UPDATE purchase SET paid = TRUE WHERE order_id = ?")
                .param(notice.orderId())
                .update();
        if (orders == 0) {
            throw new UnknownOrderException("There is no order " + notice.orderId());
        }
        return new Receipt(UUID.randomUUID().toString());
    }
}
