package io.onlyonce.simulator;

import java.time.Duration;
import java.util.List;

/**
 * When a provider sends a notice again that was not acknowledged. Immutable.
 *
 * @param delays between two attempts; one fewer than attempts, of which the first comes at once
 */
public record RetryPlan(List<Duration> delays) {
    public RetryPlan {
        delays = List.copyOf(delays);
    }

    /** The provider's own, in real time. Stripe says of its plan only that it grows exponentially up to three days; the numbers are ours. */
    public static RetryPlan of(Channel channel) {
        return switch (channel) {
            case STANDARD ->
                new RetryPlan(List.of(
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(30),
                        Duration.ofHours(2),
                        Duration.ofHours(5),
                        Duration.ofHours(10),
                        Duration.ofHours(14),
                        Duration.ofHours(20),
                        Duration.ofHours(24)));
            case STRIPE ->
                new RetryPlan(List.of(
                        Duration.ofHours(1),
                        Duration.ofHours(2),
                        Duration.ofHours(4),
                        Duration.ofHours(8),
                        Duration.ofHours(16),
                        Duration.ofHours(32)));
            case WECHATPAY ->
                new RetryPlan(List.of(
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(3),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(20),
                        Duration.ofMinutes(30),
                        Duration.ofMinutes(30),
                        Duration.ofMinutes(30),
                        Duration.ofMinutes(60),
                        Duration.ofHours(3),
                        Duration.ofHours(3),
                        Duration.ofHours(3),
                        Duration.ofHours(6),
                        Duration.ofHours(6)));
            case ALIPAY ->
                new RetryPlan(List.of(
                        Duration.ofMinutes(4),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(10),
                        Duration.ofHours(1),
                        Duration.ofHours(2),
                        Duration.ofHours(6),
                        Duration.ofHours(15)));
        };
    }

    /** With all delays divided by this number. */
    public RetryPlan fasterBy(long times) {
        return new RetryPlan(
                delays.stream().map(delay -> delay.dividedBy(times)).toList());
    }

    /** With so many attempts at most. */
    public RetryPlan atMost(int attempts) {
        return new RetryPlan(delays.subList(0, Math.min(delays.size(), attempts - 1)));
    }
}
