package io.onlyonce.messaging;

import io.onlyonce.messaging.IdempotentConsumer.Stores;

/**
 * One instance of an application on the shared stores.
 *
 * @param stores its own engine
 * @param effects writes an effect of a name in the transaction that is open on the thread
 */
public record Node(Stores stores, EffectWriter effects) {
    /** Writes an effect. */
    @FunctionalInterface
    public interface EffectWriter {
        void write(String name) throws Exception;
    }

    public void effect(String name) throws Exception {
        effects.write(name);
    }
}
