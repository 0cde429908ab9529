package io.onlyonce.benchmarks.waiting;

import java.lang.reflect.InvocationTargetException;

/** What a duplicate waits on. */
enum Kind {
    PLATFORM {
        @Override
        Thread start(Runnable work) {
            Thread thread = new Thread(work);
            thread.start();
            return thread;
        }
    },
    /** Needs Java 21; called by name, because this is compiled for an older one. */
    VIRTUAL {
        @Override
        Thread start(Runnable work) {
            try {
                return (Thread) Thread.class
                        .getMethod("startVirtualThread", Runnable.class)
                        .invoke(null, work);
            } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(
                        "Virtual threads need Java 21 or newer; this is " + Runtime.version() + ".", e);
            }
        }
    };

    abstract Thread start(Runnable work);
}
