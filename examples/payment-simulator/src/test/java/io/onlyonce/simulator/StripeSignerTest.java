package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.model.Charge;
import com.stripe.model.Event;
import com.stripe.model.PaymentIntent;
import com.stripe.model.StripeObject;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StripeSignerTest {
    private static Event event(Notice notice) throws SignatureVerificationException {
        return VendorVerifier.stripe(Keys.STRIPE_SIGNER.sign(notice, Instant.now()));
    }

    private static <T extends StripeObject> T objectOf(Event event, Class<T> type) {
        return type.cast(event.getDataObjectDeserializer().getObject().orElseThrow());
    }

    @Test
    @DisplayName("the library reads a payment from it, in minor units and with the merchant's number")
    void paid() throws SignatureVerificationException {
        Notice notice = Notices.of(Channel.STRIPE, NoticeKind.PAID);
        Event event = event(notice);
        PaymentIntent intent = objectOf(event, PaymentIntent.class);

        assertThat(event.getId()).isEqualTo(notice.id()).startsWith("evt_");
        assertThat(event.getType()).isEqualTo("payment_intent.succeeded");
        assertThat(event.getLivemode()).isFalse();
        assertThat(event.getCreated()).isEqualTo(notice.at().getEpochSecond());
        assertThat(intent.getId()).isEqualTo(notice.payment().transactionId()).startsWith("pi_");
        assertThat(intent.getAmount()).isEqualTo(2500);
        assertThat(intent.getAmountReceived()).isEqualTo(2500);
        assertThat(intent.getCurrency()).isEqualTo("cny");
        assertThat(intent.getStatus()).isEqualTo("succeeded");
        assertThat(intent.getMetadata()).isEqualTo(Map.of("payment_no", Notices.PAYMENT_NO));
    }

    @Test
    @DisplayName("a failed and a cancelled payment have received nothing")
    void notPaid() throws SignatureVerificationException {
        Event failed = event(Notices.of(Channel.STRIPE, NoticeKind.FAILED));
        Event closed = event(Notices.of(Channel.STRIPE, NoticeKind.CLOSED));

        assertThat(failed.getType()).isEqualTo("payment_intent.payment_failed");
        assertThat(objectOf(failed, PaymentIntent.class).getStatus()).isEqualTo("requires_payment_method");
        assertThat(objectOf(failed, PaymentIntent.class).getAmountReceived()).isZero();
        assertThat(closed.getType()).isEqualTo("payment_intent.canceled");
        assertThat(objectOf(closed, PaymentIntent.class).getStatus()).isEqualTo("canceled");
        assertThat(objectOf(closed, PaymentIntent.class).getAmountReceived()).isZero();
    }

    @Test
    @DisplayName("refunds tell what has gone back in all, and what it was before")
    void refunded() throws SignatureVerificationException {
        Notices notices = new Notices(Channel.STRIPE);
        Notice paid = notices.paid();
        Event part = event(notices.refunded("R1", "10.00"));
        Event rest = event(notices.refunded("R2", "15.00"));
        Charge partly = objectOf(part, Charge.class);
        Charge fully = objectOf(rest, Charge.class);

        assertThat(part.getType()).isEqualTo("charge.refunded");
        assertThat(partly.getId()).startsWith("ch_").isEqualTo(fully.getId());
        assertThat(partly.getPaymentIntent()).isEqualTo(paid.payment().transactionId());
        assertThat(partly.getAmount()).isEqualTo(2500);
        assertThat(partly.getAmountRefunded()).isEqualTo(1000);
        assertThat(partly.getRefunded()).isFalse();
        assertThat(partly.getMetadata()).containsEntry("payment_no", Notices.PAYMENT_NO);
        Map<String, Object> beforePart = part.getData().getPreviousAttributes();
        Map<String, Object> beforeRest = rest.getData().getPreviousAttributes();
        assertThat(beforePart).containsOnlyKeys("amount_refunded");
        assertThat(beforePart.get("amount_refunded")).hasToString("0");
        assertThat(fully.getAmountRefunded()).isEqualTo(2500);
        assertThat(fully.getRefunded()).isTrue();
        assertThat(beforeRest).containsOnlyKeys("amount_refunded", "refunded").containsEntry("refunded", false);
        assertThat(beforeRest.get("amount_refunded")).hasToString("1000");
    }

    @Test
    @DisplayName("while secrets change there is one signature per secret")
    void severalSecrets() throws SignatureVerificationException {
        StripeSigner signer = new StripeSigner("whsec_other", Keys.STRIPE_SECRET);
        SignedCallback signed = signer.sign(Notices.of(Channel.STRIPE, NoticeKind.PAID), Instant.now());

        assertThat(signed.headers().get("Stripe-Signature")).matches("t=\\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}");
        assertThat(VendorVerifier.stripe(signed).getType()).isEqualTo("payment_intent.succeeded");
    }

    @Test
    @DisplayName("a signer without a secret is refused")
    void noSecret() {
        assertThatThrownBy(StripeSigner::new)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs a key");
    }
}
