package io.onlyonce.messaging.outbox;

import java.time.Duration;

/**
 * What a relay's run has come to. Immutable.
 *
 * @param confirmed how many messages the broker has
 * @param later how many will be sent again
 * @param parked how many were put aside
 * @param oldest how old the oldest message was that was due, from publishing; where none was due, how old the one is that will be due first; zero if none waits
 * @param unreachable whether the broker could not be reached
 * @param more whether more may be due
 */
public record Relayed(int confirmed, int later, int parked, Duration oldest, boolean unreachable, boolean more) {
    /** Nothing was due. */
    static Relayed nothing(Duration oldest) {
        return new Relayed(0, 0, 0, oldest, false, false);
    }
}
