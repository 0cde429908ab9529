package io.onlyonce.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One sending of a notice. Immutable.
 *
 * @param waited what the waiter was asked for before it; zero at the first one
 * @param sent the bytes
 * @param answer null if none came
 * @param outcome how the provider takes it
 */
public record Attempt(
        Duration waited, SignedCallback sent, @Nullable Answer answer, Outcome outcome) {}
