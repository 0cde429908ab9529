package io.onlyonce.shop.coupon;

import io.onlyonce.shop.database.WholeUnit;
import io.onlyonce.shop.web.Caller;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/coupons}. */
@RestController
class CouponController {
    private final Coupons coupons;
    private final WholeUnit unit;

    CouponController(Coupons coupons, WholeUnit unit) {
        this.coupons = coupons;
        this.unit = unit;
    }

    @PostMapping("/api/coupons/{code}/claims")
    ResponseEntity<CouponClaim> claim(Caller caller, @PathVariable String code) {
        Coupons.Claimed claimed = unit.retried(() -> coupons.claim(code, caller.userId()));
        return ResponseEntity.status(claimed.isNew() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(claimed.claim());
    }
}
