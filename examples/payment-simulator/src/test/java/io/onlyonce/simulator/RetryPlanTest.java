package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryPlanTest {
    private static Duration sum(Channel channel) {
        return RetryPlan.of(channel).delays().stream().reduce(Duration.ZERO, Duration::plus);
    }

    @Test
    @DisplayName("the plans last as long as the providers say")
    void sums() {
        assertThat(sum(Channel.STANDARD)).isEqualTo(Duration.parse("PT75H35M5S"));
        assertThat(sum(Channel.WECHATPAY)).isEqualTo(Duration.parse("PT24H4M"));
        assertThat(sum(Channel.ALIPAY)).isEqualTo(Duration.parse("PT24H24M"));
        assertThat(sum(Channel.STRIPE)).isLessThan(Duration.ofDays(3));
    }

    @Test
    @DisplayName("Alipay delivers eight times")
    void alipay() {
        assertThat(RetryPlan.of(Channel.ALIPAY).delays()).hasSize(7);
    }

    @Test
    @DisplayName("a plan is bounded, compressed, and never longer than it was")
    void changed() {
        RetryPlan plan = RetryPlan.of(Channel.STANDARD);

        assertThat(plan.atMost(3).fasterBy(10).delays())
                .containsExactly(Duration.ofMillis(500), Duration.ofSeconds(30));
        assertThat(plan.atMost(1).delays()).isEmpty();
        assertThat(plan.atMost(100)).isEqualTo(plan);
    }

    @Test
    @DisplayName("settings that stretch time or send nothing are refused")
    void settings() {
        DeliverySettings settings = DeliverySettings.fasterBy(1);
        assertThatThrownBy(() -> DeliverySettings.fasterBy(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("compressed by 0");
        assertThatThrownBy(() -> settings.atMost(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 attempts");
    }

    @Test
    @DisplayName(
            "WeChat Pay waits five seconds for an answer, Standard Webhooks fifteen, and none longer than it is told")
    void patience() {
        DeliverySettings settings = DeliverySettings.fasterBy(1000);

        assertThat(settings.patienceOf(Channel.WECHATPAY)).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.patienceOf(Channel.STANDARD)).isEqualTo(Duration.ofSeconds(15));
        assertThat(settings.patientFor(Duration.ofSeconds(1)).patienceOf(Channel.WECHATPAY))
                .isEqualTo(Duration.ofSeconds(1));
    }
}
