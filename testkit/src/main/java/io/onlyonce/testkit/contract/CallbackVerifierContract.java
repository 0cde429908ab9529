package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.Acknowledgements;
import io.onlyonce.callback.Amount;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.testkit.Herd;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What each verifier must do: take what the provider has signed for exactly what it says, and nothing else for anything. */
public abstract class CallbackVerifierContract extends CallbackFixture {
    private static final int ROUNDS = 50;

    @Test
    @DisplayName("what the provider has signed is genuine, with exactly the facts that it tells")
    void genuine() {
        Genuine genuine = assertGenuine(paid(TOLD, NOW));
        PaymentNotice notice = genuine.notice();
        assertThat(genuine.doubt()).isNull();
        assertThat(notice.channel()).isEqualTo(verifier().channel());
        assertThat(notice.noticeId()).isEqualTo(TOLD.noticeId());
        assertThat(notice.kind()).isEqualTo(NoticeKind.PAID);
        assertThat(notice.paymentNo()).isEqualTo(TOLD.paymentNo());
        assertThat(notice.transactionId()).isEqualTo(TOLD.transactionId());
        assertThat(notice.amount()).isEqualTo(TOLD.amount());
        assertThat(notice.refundId()).isNull();
        assertThat(notice.refundedInAll()).isNull();
    }

    @Test
    @DisplayName("the smallest and a large amount come through to the last digit")
    void amounts() {
        for (String decimal : List.of("0.01", "0.10", "1.00", "90071992547409.93")) {
            Amount amount = Amount.ofDecimal(decimal, "CNY");
            Told told = new Told(TOLD.noticeId(), TOLD.paymentNo(), TOLD.transactionId(), amount);
            assertThat(assertGenuine(paid(told, NOW)).notice().amount()).isEqualTo(amount);
        }
    }

    @Test
    @DisplayName("a refund is one of this payment, has a number of its own, and says how much")
    void refund() {
        Genuine genuine = assertGenuine(refunded(TOLD, NOW));
        PaymentNotice notice = genuine.notice();
        assertThat(genuine.doubt()).isNull();
        assertThat(notice.noticeId()).isEqualTo(TOLD.noticeId());
        assertThat(notice.kind()).isEqualTo(NoticeKind.REFUNDED);
        assertThat(notice.paymentNo()).isEqualTo(TOLD.paymentNo());
        assertThat(notice.transactionId()).isEqualTo(TOLD.transactionId());
        assertThat(notice.refundId()).isNotNull();
        assertThat(Arrays.asList(notice.amount(), notice.refundedInAll())).containsOnlyOnce(TOLD.amount());
    }

    @Test
    @DisplayName("what tells of no money is of its kind")
    void withoutMoney() {
        Map<NoticeKind, SignedCallback> others = withoutMoney(TOLD, NOW);
        assertThat(others).isNotEmpty().doesNotContainKeys(NoticeKind.PAID, NoticeKind.REFUNDED);
        others.forEach((kind, callback) -> {
            PaymentNotice notice = assertGenuine(callback).notice();
            assertThat(notice.kind()).isEqualTo(kind);
            assertThat(notice.paymentNo()).isEqualTo(TOLD.paymentNo());
        });
    }

    @Test
    @DisplayName("each one-bit change of the body is refused")
    void bodyBits() {
        for (SignedCallback callback : List.of(paid(TOLD, NOW), refunded(TOLD, NOW))) {
            for (int bit = 0; bit < callback.bodyBits(); bit++) {
                assertTampered("bit " + bit + " of the body turned", callback, callback.withBodyBit(bit));
            }
        }
    }

    @Test
    @DisplayName("a key that differs in one bit verifies nothing")
    void keyBits() {
        CallbackRequest request = paid(TOLD, NOW).request();
        List<CallbackVerifier> changed = withChangedKeys();
        assertThat(changed).isNotEmpty();
        changed.forEach(verifier -> assertRefused("a signature of another key", verifier, request));
    }

    @Test
    @DisplayName("what is signed with a key that is not known here is refused")
    void unknownKey() {
        assertThat(assertRefused("an unknown key", paidByUnknownKey(TOLD, NOW).request())
                        .reason())
                .isIn(Reason.SIGNATURE, Reason.UNKNOWN_KEY);
    }

    @Test
    @DisplayName("while keys are rotated, the other one is good as well and says the same")
    void secondKey() {
        assertThat(assertGenuine(paidBySecondKey(TOLD, NOW))).isEqualTo(assertGenuine(paid(TOLD, NOW)));
    }

    @Test
    @DisplayName("a body that is cut anywhere, down to nothing, is refused")
    void truncated() {
        SignedCallback callback = paid(TOLD, NOW);
        for (int length = 0; length < callback.body().length; length++) {
            assertRefused("cut to " + length, callback.cutTo(length).request());
        }
    }

    @Test
    @DisplayName("a body with one more byte, in front or behind, is refused")
    void longer() {
        SignedCallback callback = paid(TOLD, NOW);
        byte[] body = callback.body();
        for (int more = 0; more < 256; more++) {
            byte[] behind = Arrays.copyOf(body, body.length + 1);
            behind[body.length] = (byte) more;
            assertTampered(more + " behind", callback, callback.withBody(behind));
            byte[] before = new byte[body.length + 1];
            before[0] = (byte) more;
            System.arraycopy(body, 0, before, 1, body.length);
            assertTampered(more + " before", callback, callback.withBody(before));
        }
    }

    @Test
    @DisplayName("garbage is refused, whatever it is, and nothing is thrown")
    void garbage() {
        SignedCallback callback = paid(TOLD, NOW);
        Random random = new Random(4711);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            assertRefused("a body of garbage", callback.withBody(bytes).request());
        }
    }

    @Test
    @DisplayName("the same notice delivered again, signed anew, has the same identity and the same facts")
    void deliveredAgain() {
        PaymentNotice first = assertGenuine(paid(TOLD, NOW)).notice();
        Instant later = NOW.plusSeconds(25 * 60 * 60);
        setNow(later);
        PaymentNotice again = assertGenuine(paid(TOLD, later)).notice();
        assertThat(again.noticeId()).isEqualTo(first.noticeId());
        assertThat(again.facts()).isEqualTo(first.facts());
    }

    @Test
    @DisplayName("a refund delivered again has the same number as before")
    void refundDeliveredAgain() {
        PaymentNotice first = assertGenuine(refunded(TOLD, NOW)).notice();
        Instant later = NOW.plusSeconds(15);
        setNow(later);
        assertThat(assertGenuine(refunded(TOLD, later)).notice()).isEqualTo(first);
    }

    @Test
    @DisplayName("B-33 what is signed and can't be right is genuine, with the doubt that it deserves")
    void doubts() {
        Map<Doubt, SignedCallback> doubtful = doubtful(TOLD, NOW);
        assertThat(doubtful).isNotEmpty();
        doubtful.forEach((doubt, callback) -> {
            Genuine genuine = assertGenuine(callback);
            assertThat(genuine.doubt()).isEqualTo(doubt);
            assertThat(genuine.notice().paymentNo()).isEqualTo(TOLD.paymentNo());
        });
    }

    @Test
    @DisplayName("a verifier may be asked by many at once")
    void herd() {
        SignedCallback callback = paid(TOLD, NOW);
        CallbackRequest genuine = callback.request();
        CallbackRequest forged = callback.cutTo(callback.body().length - 1).request();
        Genuine alone = assertGenuine(callback);
        for (int round = 0; round < ROUNDS; round++) {
            List<Verification> answers =
                    Herd.of(16).runAll(member -> verifier().verify(member % 2 == 0 ? genuine : forged));
            for (int member = 0; member < answers.size(); member++) {
                if (member % 2 == 0) {
                    assertThat(answers.get(member)).isEqualTo(alone);
                } else {
                    assertThat(answers.get(member)).isInstanceOf(Verification.NotVerified.class);
                }
            }
        }
    }

    @Test
    @DisplayName("the provider can tell that a callback was taken from that it was not")
    void answers() {
        Acknowledgements answers = verifier().acknowledgements();
        Acknowledgement accepted = answers.accepted();
        assertThat(accepted.status()).isBetween(200, 299);
        for (Acknowledgement other : List.of(answers.notVerified(), answers.sendAgain())) {
            assertThat(other).asString().isNotEqualTo(accepted.toString());
            assertThat(other.status() / 100).isNotEqualTo(3);
            if (other.status() / 100 == 2) {
                assertThat(other.body()).isNotEmpty();
            }
        }
        for (Acknowledgement answer : List.of(accepted, answers.notVerified(), answers.sendAgain())) {
            assertThat(answer.contentType() == null).isEqualTo(answer.body().length == 0);
        }
    }

    @Test
    @DisplayName("the channel is a name that may stand in paths")
    void channelName() {
        assertThat(verifier().channel()).matches("[a-z0-9-]+");
    }

    /** Refused; if by the provider's rules nothing has changed, it may also be taken for what it was. */
    private void assertTampered(String what, SignedCallback genuine, SignedCallback tampered) {
        if (meanTheSame(genuine.body(), tampered.body())
                && verifier().verify(tampered.request()) instanceof Genuine taken) {
            assertThat(taken).as(what).isEqualTo(assertGenuine(genuine));
        } else {
            assertRefused(what, tampered.request());
        }
    }
}
