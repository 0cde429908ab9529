package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.api.AlipayApiException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AlipaySignerTest {
    private static Map<String, String> fields(Notice notice) {
        return VendorVerifier.form(Keys.ALIPAY_SIGNER.sign(notice, Instant.parse("2026-01-02T02:00:00Z")));
    }

    @Test
    @DisplayName("a payment is a form with the common fields, in decimal yuan and Beijing's time")
    void paid() {
        Notice notice = Notices.of(Channel.ALIPAY, NoticeKind.PAID);
        Map<String, String> fields = fields(notice);

        assertThat(fields)
                .containsEntry("notify_time", "2026-01-02 10:00:00")
                .containsEntry("notify_type", "trade_status_sync")
                .containsEntry("notify_id", notice.id())
                .containsEntry("app_id", "2021000000000001")
                .containsEntry("seller_id", "2088000000000009")
                .containsEntry("charset", "utf-8")
                .containsEntry("version", "1.0")
                .containsEntry("sign_type", "RSA2")
                .containsEntry("trade_no", notice.payment().transactionId())
                .containsEntry("out_trade_no", Notices.PAYMENT_NO)
                .containsEntry("trade_status", "TRADE_SUCCESS")
                .containsEntry("total_amount", "25.00")
                .containsEntry("receipt_amount", "25.00")
                .containsKeys("sign", "buyer_id", "gmt_create", "gmt_payment", "fund_bill_list", "subject")
                .doesNotContainKeys("refund_fee", "gmt_refund", "gmt_close", "out_biz_no");
        assertThat(Keys.ALIPAY_SIGNER.sign(notice, Instant.now()).headers())
                .containsEntry("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
    }

    @Test
    @DisplayName("a partial refund says TRADE_SUCCESS again, the last one TRADE_CLOSED, each with the sum so far")
    void refunded() {
        Notices notices = new Notices(Channel.ALIPAY);
        notices.paid();

        assertThat(fields(notices.refunded("R1", "10.00")))
                .containsEntry("trade_status", "TRADE_SUCCESS")
                .containsEntry("refund_fee", "10.00")
                .containsEntry("out_biz_no", "R1")
                .containsKey("gmt_refund")
                .doesNotContainKey("gmt_close");
        assertThat(fields(notices.refunded("R2", "15.00")))
                .containsEntry("trade_status", "TRADE_CLOSED")
                .containsEntry("refund_fee", "25.00")
                .containsEntry("out_biz_no", "R2")
                .containsEntry("total_amount", "25.00")
                .containsKeys("gmt_refund", "gmt_close");
    }

    @Test
    @DisplayName("a payment that waits has no money yet, and one that was never paid closes without a refund's fields")
    void notPaid() {
        assertThat(fields(Notices.of(Channel.ALIPAY, NoticeKind.PENDING)))
                .containsEntry("trade_status", "WAIT_BUYER_PAY")
                .doesNotContainKeys("gmt_payment", "receipt_amount");
        assertThat(fields(Notices.of(Channel.ALIPAY, NoticeKind.CLOSED)))
                .containsEntry("trade_status", "TRADE_CLOSED")
                .containsKey("gmt_close")
                .doesNotContainKeys("gmt_payment", "refund_fee", "gmt_refund", "out_biz_no");
    }

    @Test
    @DisplayName("values with characters that a form escapes, and empty ones, pass the library")
    void escaped() throws AlipayApiException {
        Map<String, String> fields = new TreeMap<>(Map.of(
                "charset",
                "utf-8",
                "subject",
                "糖 & salt = 100% + tax",
                "body",
                "",
                "notify_time",
                "2026-01-02 10:00:00"));

        assertThat(VendorVerifier.alipay(Keys.ALIPAY_SIGNER.sign(fields))).isTrue();
    }
}
