package io.onlyonce.spring;

import io.onlyonce.OnlyOnce;

/** Wraps the engines that the starter makes, for what is to happen around each call. Beans of this type are applied in their order, the first one innermost. */
@FunctionalInterface
public interface EngineDecorator {
    /**
     * An engine that hands each call on to this one.
     *
     * @param engine the engine as it would be without this decorator
     */
    OnlyOnce decorate(OnlyOnce engine);
}
