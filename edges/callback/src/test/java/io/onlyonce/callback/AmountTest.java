package io.onlyonce.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmountTest {
    @Property
    @Label("minor units and plain decimals of the same money are equal, in yuan and in yen")
    void units(@ForAll @LongRange(min = -99_999_999_999L, max = 99_999_999_999L) long minor) {
        String yuan = BigDecimal.valueOf(minor, 2).toPlainString();
        assertThat(Amount.ofMinor(minor, "CNY")).isEqualTo(Amount.ofDecimal(yuan, "CNY"));
        assertThat(Amount.ofMinor(minor, "JPY")).isEqualTo(Amount.ofDecimal(Long.toString(minor), "JPY"));
        assertThat(Amount.ofMinor(minor, "CNY").toString()).isEqualTo(yuan + " CNY");
    }

    @Test
    @DisplayName("B-33 100, 100.0 and 100.00 are one amount; 100 fen are another one")
    void scales() {
        assertThat(Amount.ofDecimal("100", "CNY"))
                .isEqualTo(Amount.ofDecimal("100.0", "CNY"))
                .isEqualTo(Amount.ofDecimal("100.00", "CNY"))
                .isEqualTo(Amount.ofMinor(10_000, "CNY"))
                .isNotEqualTo(Amount.ofMinor(100, "CNY"))
                .isNotEqualTo(Amount.ofDecimal("100", "USD"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "25.00 ",
                " 25.00",
                "+25.00",
                "2.5e1",
                "2.5E1",
                "025.00",
                ".50",
                "25.",
                "25,00",
                "0x19",
                "NaN",
                "25.0000",
                "２５",
                "25.00\n",
                "1234567890123456",
                "--1"
            })
    @DisplayName("B-33 what is no plain decimal is refused")
    void noDecimals(String text) {
        assertThatThrownBy(() -> Amount.ofDecimal(text, "CNY"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("plain decimal");
    }

    @Test
    @DisplayName("nothing is rounded: a fraction of a fen is refused, and so is half a yen")
    void noRounding() {
        assertThatThrownBy(() -> Amount.ofDecimal("25.001", "CNY")).hasMessageContaining("more decimals than CNY");
        assertThatThrownBy(() -> Amount.ofDecimal("25.5", "JPY")).hasMessageContaining("more decimals than JPY");
        assertThat(Amount.ofDecimal("25.500", "CNY")).isEqualTo(Amount.ofDecimal("25.5", "CNY"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cny", "RMB", "CN¥", "CNYY"})
    @DisplayName("a currency that is none is refused")
    void noCurrencies(String currency) {
        assertThatThrownBy(() -> Amount.ofMinor(1, currency))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ISO 4217");
    }

    @Test
    @DisplayName("amounts of two currencies are not compared")
    void twoCurrencies() {
        Amount yuan = Amount.ofMinor(1, "CNY");
        Amount dollar = Amount.ofMinor(1, "USD");
        assertThatThrownBy(() -> yuan.compareTo(dollar)).hasMessageContaining("USD");
        assertThat(yuan.isPositive()).isTrue();
        assertThat(Amount.ofMinor(0, "CNY").isPositive()).isFalse();
    }
}
