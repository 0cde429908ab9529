package io.onlyonce.simulator;

import java.util.SortedMap;
import java.util.TreeMap;

/** The fields of Alipay's {@code trade_status_sync}, without those of the signature. */
final class AlipayForm {
    private AlipayForm() {}

    static SortedMap<String, String> of(Notice notice, AlipayMerchant merchant) {
        Payment payment = notice.payment();
        String status = status(notice);
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("notify_type", "trade_status_sync");
        fields.put("notify_id", notice.id());
        fields.put("app_id", merchant.appId());
        fields.put("auth_app_id", merchant.appId());
        fields.put("charset", "utf-8");
        fields.put("version", "1.0");
        fields.put("trade_no", payment.transactionId());
        fields.put("out_trade_no", payment.paymentNo());
        fields.put("trade_status", status);
        fields.put("subject", "订单 " + payment.paymentNo());
        fields.put("buyer_id", "2088000000000001");
        fields.put("seller_id", notice.otherMerchant() == null ? merchant.sellerId() : notice.otherMerchant());
        fields.put("total_amount", Amounts.decimal(payment.amount()));
        fields.put("gmt_create", ProviderTime.seconds(payment.openedAt()));
        if (payment.paidAt() != null) {
            fields.put("gmt_payment", ProviderTime.seconds(payment.paidAt()));
            fields.put("receipt_amount", Amounts.decimal(payment.amount()));
            fields.put("invoice_amount", Amounts.decimal(payment.amount()));
            fields.put("buyer_pay_amount", Amounts.decimal(payment.amount()));
            fields.put("point_amount", "0.00");
            fields.put(
                    "fund_bill_list",
                    "[{\"amount\":\"" + Amounts.decimal(payment.amount()) + "\",\"fundChannel\":\"ALIPAYACCOUNT\"}]");
        }
        if (notice.kind() == NoticeKind.REFUNDED) {
            fields.put("refund_fee", Amounts.decimal(payment.refunded()));
            fields.put("gmt_refund", ProviderTime.millis(notice.at()));
            fields.put("out_biz_no", notice.itsRefund().refundNo());
        }
        if (status.equals("TRADE_CLOSED")) {
            fields.put("gmt_close", ProviderTime.seconds(notice.at()));
        }
        return fields;
    }

    /** A payment that was refunded in full is as closed as one that was never paid; only a refund's fields tell them apart. */
    private static String status(Notice notice) {
        return switch (notice.kind()) {
            case PENDING -> "WAIT_BUYER_PAY";
            case PAID -> "TRADE_SUCCESS";
            case CLOSED -> "TRADE_CLOSED";
            case REFUNDED -> notice.payment().state() == Payment.State.REFUNDED ? "TRADE_CLOSED" : "TRADE_SUCCESS";
            case FAILED, REFUND_ABNORMAL, REFUND_CLOSED -> throw SimulatorTexts.notSent(notice);
        };
    }
}
