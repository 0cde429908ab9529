package io.onlyonce.simulator;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** What WeChat Pay encrypts: a transaction, or a refund. */
final class WechatPayResource {
    private WechatPayResource() {}

    static String eventType(Notice notice) {
        return switch (notice.kind()) {
            case PAID -> "TRANSACTION.SUCCESS";
            case REFUNDED -> "REFUND.SUCCESS";
            case REFUND_ABNORMAL -> "REFUND.ABNORMAL";
            case REFUND_CLOSED -> "REFUND.CLOSED";
            case PENDING, FAILED, CLOSED -> throw SimulatorTexts.notSent(notice);
        };
    }

    static String summary(Notice notice) {
        return switch (notice.kind()) {
            case PAID -> "支付成功";
            case REFUNDED -> "退款成功";
            case REFUND_ABNORMAL -> "退款异常";
            case REFUND_CLOSED -> "退款关闭";
            case PENDING, FAILED, CLOSED -> throw SimulatorTexts.notSent(notice);
        };
    }

    static ObjectNode of(Notice notice, WechatPayMerchant merchant) {
        String mchid = notice.otherMerchant() == null ? merchant.mchid() : notice.otherMerchant();
        return switch (notice.kind()) {
            case PAID -> transaction(notice, mchid, merchant.appid());
            case REFUNDED -> refund(notice, mchid, "SUCCESS");
            case REFUND_ABNORMAL -> refund(notice, mchid, "ABNORMAL");
            case REFUND_CLOSED -> refund(notice, mchid, "CLOSED");
            case PENDING, FAILED, CLOSED -> throw SimulatorTexts.notSent(notice);
        };
    }

    private static ObjectNode transaction(Notice notice, String mchid, String appid) {
        Payment payment = notice.payment();
        Instant paidAt = payment.paidAt() == null ? notice.at() : payment.paidAt();
        ObjectNode amount = Json.object()
                .put("total", Amounts.minor(payment))
                .put("payer_total", Amounts.minor(payment))
                .put("currency", payment.currency())
                .put("payer_currency", payment.currency());
        return Json.object()
                .put("mchid", mchid)
                .put("appid", appid)
                .put("out_trade_no", payment.paymentNo())
                .put("transaction_id", payment.transactionId())
                .put("trade_type", "NATIVE")
                .put("trade_state", "SUCCESS")
                .put("trade_state_desc", "支付成功")
                .put("bank_type", "OTHERS")
                .put("attach", "")
                .put("success_time", ProviderTime.withOffset(paidAt))
                .set("payer", Json.object().put("openid", "oSimulatedBuyer0000000000000"))
                .set("amount", amount);
    }

    private static ObjectNode refund(Notice notice, String mchid, String status) {
        Payment payment = notice.payment();
        Refund refund = notice.itsRefund();
        long total = Amounts.minor(payment);
        long part = Amounts.minor(refund.amount(), payment.currency());
        ObjectNode object = Json.object()
                .put("mchid", mchid)
                .put("out_trade_no", payment.paymentNo())
                .put("transaction_id", payment.transactionId())
                .put("out_refund_no", refund.refundNo())
                .put("refund_id", refund.refundId())
                .put("refund_status", status);
        if (refund.state() == Refund.State.SUCCEEDED) {
            object.put("success_time", ProviderTime.withOffset(notice.at()));
        }
        return object.put("user_received_account", "支付用户零钱")
                .set(
                        "amount",
                        Json.object()
                                .put("total", total)
                                .put("refund", part)
                                .put("payer_total", total)
                                .put("payer_refund", part));
    }
}
