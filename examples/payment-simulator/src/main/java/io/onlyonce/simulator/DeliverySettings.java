package io.onlyonce.simulator;

import java.time.Clock;
import java.time.Duration;

/**
 * How notices are delivered. Immutable.
 *
 * @param fasterBy what the delays of the providers' plans, and those that a server asks for, are divided by; 1 = real time
 * @param mostAttempts for one notice, whatever the plan says
 * @param patience how long an answer is awaited at most, in real time, whatever the provider would wait
 * @param waiter lets the delays pass
 * @param clock gives the timestamps in the signatures
 */
public record DeliverySettings(long fasterBy, int mostAttempts, Duration patience, Waiter waiter, Clock clock) {
    private static final Duration LONG = Duration.ofMinutes(1);

    /**
     * @throws IllegalArgumentException if time would be stretched, or nothing sent
     */
    public DeliverySettings {
        if (fasterBy < 1) {
            throw new IllegalArgumentException(SimulatorTexts.tooSlow(fasterBy));
        }
        if (mostAttempts < 1) {
            throw new IllegalArgumentException(SimulatorTexts.attempts(mostAttempts));
        }
    }

    /** The providers' whole plans with their patience, in compressed time. */
    public static DeliverySettings fasterBy(long times) {
        return new DeliverySettings(times, Integer.MAX_VALUE, LONG, Waiter.sleeping(), Clock.systemUTC());
    }

    /** The same with so many attempts at most. */
    public DeliverySettings atMost(int attempts) {
        return new DeliverySettings(fasterBy, attempts, patience, waiter, clock);
    }

    /** The same with another patience. */
    public DeliverySettings patientFor(Duration most) {
        return new DeliverySettings(fasterBy, mostAttempts, most, waiter, clock);
    }

    /** The same with time passing otherwise. */
    public DeliverySettings waitingWith(Waiter other) {
        return new DeliverySettings(fasterBy, mostAttempts, patience, other, clock);
    }

    /** The same with another clock. */
    public DeliverySettings at(Clock other) {
        return new DeliverySettings(fasterBy, mostAttempts, patience, waiter, other);
    }

    RetryPlan planOf(Channel channel) {
        return RetryPlan.of(channel).atMost(mostAttempts).fasterBy(fasterBy);
    }

    Duration patienceOf(Channel channel) {
        Duration its = ProviderRules.patience(channel);
        return its.compareTo(patience) < 0 ? its : patience;
    }
}
