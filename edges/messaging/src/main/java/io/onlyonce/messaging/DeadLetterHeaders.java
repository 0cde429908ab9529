package io.onlyonce.messaging;

import io.onlyonce.messaging.Disposition.DeadLetter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The headers that a dead letter carries beside its own. */
public final class DeadLetterHeaders {
    /** Which consumer has given it up. */
    public static final String CONSUMER = "onlyonce-consumer";

    /** Where that had read it, and where a re-drive sends it. */
    public static final String SOURCE = "onlyonce-source";

    /** Why. */
    public static final String CAUSE = "onlyonce-cause";

    /** After how many tries. */
    public static final String TRIES = "onlyonce-tries";

    /** All of them. */
    public static final Set<String> NAMES = Set.of(CONSUMER, SOURCE, CAUSE, TRIES);

    private DeadLetterHeaders() {}

    /** The headers for a message that a consumer gives up. */
    public static Map<String, String> of(String consumer, Delivered message, DeadLetter given) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(CONSUMER, consumer);
        headers.put(SOURCE, message.source());
        headers.put(CAUSE, given.cause());
        headers.put(TRIES, String.valueOf(given.tries()));
        return headers;
    }
}
