package io.onlyonce.broken.frame;

/** What a variant is to the frame. */
public interface Service {
    /** Names all that it answers. */
    void open(Routes routes);

    /** Begins whatever it does unasked, once its tables are there. */
    default void start() throws Exception {}

    /** Ends what {@link #start} began. */
    default void stop() {}
}
