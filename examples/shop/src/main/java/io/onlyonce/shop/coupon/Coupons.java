package io.onlyonce.shop.coupon;

import io.onlyonce.jdbc.guard.Deduction;
import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.JdbcQuantities;
import io.onlyonce.jdbc.guard.Line;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Hands coupons out, and takes them back once. */
@Service
public class Coupons {
    private static final UniqueInsert<NewClaim, CouponClaim> CLAIM = UniqueInsert.<NewClaim>into(
                    "INSERT INTO coupon_claim (code, user_id, order_id, by_order) VALUES (?, ?, ?, ?)",
                    claim ->
                            UniqueInsert.values(claim.code(), claim.userId(), claim.orderId(), claim.orderId() != null))
            .identifiedBy(
                    "SELECT code, user_id, order_id FROM coupon_claim WHERE code = ? AND user_id = ?",
                    claim -> List.of(claim.code(), claim.userId()),
                    row -> new CouponClaim(row.getString("code"), row.getString("user_id"), row.getString("order_id")));

    private final UniqueInserts inserts;
    private final JdbcQuantities pieces;
    private final JdbcClient jdbc;

    Coupons(UniqueInserts inserts, @Qualifier("couponPieces") JdbcQuantities pieces, JdbcClient jdbc) {
        this.inserts = inserts;
        this.pieces = pieces;
        this.jdbc = jdbc;
    }

    private record NewClaim(
            String code, String userId, @Nullable String orderId) {}

    /** @param isNew whether this call handed it out, or the user had it before */
    public record Claimed(CouponClaim claim, boolean isNew) {}

    /**
     * Gives the user a coupon, one at most.
     *
     * @throws io.onlyonce.shop.Problem if there is none left, or no such coupon; nothing was done
     */
    @Transactional
    public Claimed claim(String code, String userId) {
        return claim(new NewClaim(code, userId, null));
    }

    private Claimed claim(NewClaim wanted) {
        if (!Texts.isId(wanted.code())) {
            throw Problems.noSuch("coupon", wanted.code());
        }
        if (inserts.insert(CLAIM, wanted) instanceof Inserted.Existing<CouponClaim> existing) {
            return new Claimed(existing.row(), false);
        }
        Deduction deduction = pieces.deduct(Line.of(wanted.code(), 1));
        if (deduction instanceof Deduction.NoSuchItem) {
            throw Problems.noSuch("coupon", wanted.code());
        }
        if (!(deduction instanceof Deduction.Taken)) {
            throw Problems.couponExhausted(wanted.code());
        }
        return new Claimed(new CouponClaim(wanted.code(), wanted.userId(), wanted.orderId()), true);
    }

    /**
     * Uses the user's coupon for an order: the one that he has, or a new one.
     *
     * @throws io.onlyonce.shop.Problem if he has used his for another order, there is none left, or no such coupon
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void use(String code, String userId, String orderId) {
        if (claim(new NewClaim(code, userId, orderId)).isNew()) {
            return;
        }
        int rows = jdbc.sql("""
                        UPDATE coupon_claim SET order_id = :orderId
                        WHERE code = :code AND user_id = :userId AND order_id IS NULL
                        """)
                .param("orderId", orderId)
                .param("code", code)
                .param("userId", userId)
                .update();
        if (rows == 0) {
            throw Problems.couponUsed(code);
        }
    }

    /** Undoes what the order did: a coupon that the user had before is his again, one that the order took goes back. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void giveBack(String orderId) {
        jdbc.sql("UPDATE coupon_claim SET order_id = NULL WHERE order_id = :orderId AND by_order = FALSE")
                .param("orderId", orderId)
                .update();
        jdbc.sql("SELECT code FROM coupon_claim WHERE order_id = :orderId FOR UPDATE")
                .param("orderId", orderId)
                .query(String.class)
                .list()
                .forEach(code -> giveBack(code, orderId));
    }

    private void giveBack(String code, String orderId) {
        int rows = jdbc.sql("DELETE FROM coupon_claim WHERE code = :code AND order_id = :orderId AND by_order = TRUE")
                .param("code", code)
                .param("orderId", orderId)
                .update();
        if (rows == 1) {
            pieces.add(Line.of(code, 1));
        }
    }
}
