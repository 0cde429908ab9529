package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.wechat.pay.java.service.payments.model.Transaction;
import com.wechat.pay.java.service.refund.model.RefundNotification;
import com.wechat.pay.java.service.refund.model.Status;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WechatPaySignerTest {
    private static SignedCallback signed(Notice notice) {
        return Keys.WECHATPAY_SIGNER.sign(notice, Instant.now());
    }

    private static JsonNode envelope(Notice notice) {
        return new JsonMapper().readTree(signed(notice).body());
    }

    @Test
    @DisplayName("the published vector of the encryption comes out")
    void vector() {
        assertThat(new ResourceCipher("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb")
                        .encrypt("message".getBytes(StandardCharsets.UTF_8), "uluk4a9R25RW", "associatedData"))
                .isEqualTo("ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=");
    }

    @Test
    @DisplayName("the library decrypts a transaction from it, in fen")
    void paid() {
        Notice notice = Notices.of(Channel.WECHATPAY, NoticeKind.PAID);
        Transaction transaction = VendorVerifier.wechatPay(signed(notice), Transaction.class);

        assertThat(transaction.getMchid()).isEqualTo("1900000001");
        assertThat(transaction.getAppid()).isEqualTo("wx0000000000000001");
        assertThat(transaction.getOutTradeNo()).isEqualTo(Notices.PAYMENT_NO);
        assertThat(transaction.getTransactionId())
                .isEqualTo(notice.payment().transactionId())
                .matches("4200\\d{24}");
        assertThat(transaction.getTradeState()).isEqualTo(Transaction.TradeStateEnum.SUCCESS);
        assertThat(transaction.getSuccessTime())
                .isEqualTo(ProviderTime.withOffset(notice.at()))
                .endsWith("+08:00");
        assertThat(transaction.getAmount().getTotal()).isEqualTo(2500);
        assertThat(transaction.getAmount().getPayerTotal()).isEqualTo(2500);
        assertThat(transaction.getAmount().getCurrency()).isEqualTo("CNY");
    }

    @Test
    @DisplayName("the library decrypts refunds from it, each with its own amount and its end")
    void refunded() {
        Notices notices = new Notices(Channel.WECHATPAY);
        notices.paid();
        Notice notice = notices.refunded("R1", "10.00");
        RefundNotification refund = VendorVerifier.wechatPay(signed(notice), RefundNotification.class);

        assertThat(refund.getOutTradeNo()).isEqualTo(Notices.PAYMENT_NO);
        assertThat(refund.getTransactionId()).isEqualTo(notices.opened.transactionId());
        assertThat(refund.getOutRefundNo()).isEqualTo("R1");
        assertThat(refund.getRefundId())
                .isEqualTo(notice.itsRefund().refundId())
                .matches("503\\d{26}");
        assertThat(refund.getRefundStatus()).isEqualTo(Status.SUCCESS);
        assertThat(refund.getSuccessTime()).isEqualTo(ProviderTime.withOffset(notice.at()));
        assertThat(refund.getAmount().getTotal()).isEqualTo(2500);
        assertThat(refund.getAmount().getRefund()).isEqualTo(1000);
        assertThat(refund.getAmount().getPayerTotal()).isEqualTo(2500);
        assertThat(refund.getAmount().getPayerRefund()).isEqualTo(1000);

        Notice stuck = Notices.of(Channel.WECHATPAY, NoticeKind.REFUND_ABNORMAL);
        RefundNotification abnormal = VendorVerifier.wechatPay(signed(stuck), RefundNotification.class);
        assertThat(abnormal.getRefundStatus()).isEqualTo(Status.ABNORMAL);
        assertThat(abnormal.getSuccessTime()).isNull();
        Notice failed = Notices.of(Channel.WECHATPAY, NoticeKind.REFUND_CLOSED);
        assertThat(VendorVerifier.wechatPay(signed(failed), RefundNotification.class)
                        .getRefundStatus())
                .isEqualTo(Status.CLOSED);
    }

    @Test
    @DisplayName("the envelope names the notice and the kind, and nothing of the payment")
    void envelope() {
        Notice notice = Notices.of(Channel.WECHATPAY, NoticeKind.PAID);
        JsonNode envelope = envelope(notice);

        assertThat(envelope.path("id").asString())
                .isEqualTo(notice.id())
                .startsWith("EV-")
                .hasSizeLessThanOrEqualTo(36);
        assertThat(envelope.path("event_type").asString()).isEqualTo("TRANSACTION.SUCCESS");
        assertThat(envelope.path("resource_type").asString()).isEqualTo("encrypt-resource");
        assertThat(envelope.path("resource").path("algorithm").asString()).isEqualTo("AEAD_AES_256_GCM");
        assertThat(envelope.path("resource").path("nonce").asString()).hasSize(12);
        assertThat(envelope.path("resource").path("associated_data").asString().length())
                .isLessThan(16);
        assertThat(envelope.toString()).doesNotContain(Notices.PAYMENT_NO);
        assertThat(envelope(Notices.of(Channel.WECHATPAY, NoticeKind.REFUND_CLOSED))
                        .path("event_type")
                        .asString())
                .isEqualTo("REFUND.CLOSED");
    }

    @Test
    @DisplayName("the headers name the key, and a nonce is never used twice")
    void headers() {
        Notice notice = Notices.of(Channel.WECHATPAY, NoticeKind.PAID);

        assertThat(signed(notice).headers())
                .containsEntry("Wechatpay-Serial", Keys.WECHATPAY_KEY_ID)
                .containsEntry("Content-Type", "application/json");
        assertThat(signed(notice).headers().get("Wechatpay-Nonce"))
                .isNotEqualTo(signed(notice).headers().get("Wechatpay-Nonce"));
        assertThat(envelope(notice).path("resource").path("nonce"))
                .isNotEqualTo(envelope(notice).path("resource").path("nonce"));
    }

    @Test
    @DisplayName("an API v3 key of another length is refused, and none is shown")
    void key() {
        assertThatThrownBy(() -> new WechatPayMerchant("m", "a", "short"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5 bytes");
        assertThat(Keys.WECHATPAY_MERCHANT.toString()).doesNotContain(Keys.WECHATPAY_MERCHANT.apiV3Key());
    }
}
