package io.onlyonce.shop.customer;

import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/points}: what a user has collected. Who ordered or registered has an account, empty at first. */
@RestController
class PointsController {
    private final JdbcClient jdbc;

    PointsController(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Points(String userId, long balance) {}

    @GetMapping("/api/points/{userId}")
    Points get(@PathVariable String userId) {
        Long balance = Texts.isId(userId) ? balance(userId) : null;
        if (balance == null) {
            throw Problems.noSuch("user", userId);
        }
        return new Points(userId, balance);
    }

    private @Nullable Long balance(String userId) {
        return jdbc.sql("""
                        SELECT MAX(balance) FROM (
                            SELECT balance FROM points WHERE user_id = :userId
                            UNION SELECT 0 FROM customer WHERE user_id = :userId
                            UNION SELECT 0 FROM orders WHERE user_id = :userId
                        ) known
                        """)
                .param("userId", userId)
                .query((row, number) -> row.getObject(1, Long.class))
                .list()
                .get(0);
    }
}
