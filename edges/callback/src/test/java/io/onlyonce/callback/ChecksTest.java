package io.onlyonce.callback;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("B-33 what a signature does not prove")
class ChecksTest {
    private static final Expected ASKED = new Expected("order-1", "alipay", Amount.ofDecimal("25.00", "CNY"));

    private static PaymentNotice notice(
            NoticeKind kind, @Nullable String transaction, @Nullable String refund, @Nullable Amount amount) {
        return new PaymentNotice("alipay", "n-1", kind, "pay-1", transaction, refund, null, amount, null, null);
    }

    private static @Nullable Doubt paid(@Nullable Amount amount) {
        return Checks.doubt(notice(NoticeKind.PAID, "t-1", null, amount), ASKED);
    }

    private static @Nullable Doubt refunded(@Nullable Amount amount) {
        return Checks.doubt(notice(NoticeKind.REFUNDED, "t-1", "r-1", amount), ASKED);
    }

    @Test
    @DisplayName("a payment must be of exactly what was asked for")
    void payments() {
        assertThat(paid(Amount.ofDecimal("25.00", "CNY"))).isNull();
        assertThat(paid(Amount.ofMinor(2500, "CNY"))).isNull();
        assertThat(paid(Amount.ofDecimal("24.99", "CNY"))).isEqualTo(Doubt.AMOUNT);
        assertThat(paid(Amount.ofDecimal("26.00", "CNY"))).isEqualTo(Doubt.AMOUNT);
        assertThat(paid(Amount.ofDecimal("-25.00", "CNY"))).isEqualTo(Doubt.AMOUNT);
        assertThat(paid(Amount.ofDecimal("0", "CNY"))).isEqualTo(Doubt.AMOUNT);
        assertThat(paid(Amount.ofMinor(25, "CNY"))).isEqualTo(Doubt.AMOUNT);
        assertThat(paid(Amount.ofDecimal("25.00", "USD"))).isEqualTo(Doubt.CURRENCY);
        assertThat(paid(null)).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @Test
    @DisplayName("a refund must be of a positive part of it")
    void refunds() {
        assertThat(refunded(Amount.ofDecimal("25.00", "CNY"))).isNull();
        assertThat(refunded(Amount.ofDecimal("0.01", "CNY"))).isNull();
        assertThat(refunded(Amount.ofDecimal("25.01", "CNY"))).isEqualTo(Doubt.REFUND_EXCEEDS_PAYMENT);
        assertThat(refunded(Amount.ofDecimal("0.00", "CNY"))).isEqualTo(Doubt.AMOUNT);
        assertThat(refunded(Amount.ofDecimal("-1.00", "CNY"))).isEqualTo(Doubt.AMOUNT);
        assertThat(refunded(Amount.ofDecimal("1.00", "EUR"))).isEqualTo(Doubt.CURRENCY);
        assertThat(refunded(null)).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @Test
    @DisplayName("money needs the provider's number of it, and the channel that the buyer was sent to")
    void identities() {
        Amount amount = ASKED.amount();
        assertThat(Checks.doubt(notice(NoticeKind.PAID, null, null, amount), ASKED))
                .isEqualTo(Doubt.IDENTITY);
        assertThat(Checks.doubt(notice(NoticeKind.REFUNDED, "t-1", null, amount), ASKED))
                .isEqualTo(Doubt.IDENTITY);
        Expected elsewhere = new Expected("order-1", "stripe", amount);
        assertThat(Checks.doubt(notice(NoticeKind.PAID, "t-1", null, amount), elsewhere))
                .isEqualTo(Doubt.IDENTITY);
    }

    @ParameterizedTest
    @EnumSource(
            value = NoticeKind.class,
            names = {"PAID", "REFUNDED"},
            mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("where no money has moved, no amount is asked for")
    void noMoney(NoticeKind kind) {
        assertThat(Checks.doubt(notice(kind, null, null, null), ASKED)).isNull();
    }
}
