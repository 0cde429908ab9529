package io.onlyonce.callback.reconcile;

import io.onlyonce.callback.PaymentNotice;
import java.util.Comparator;

/** What a movement of money is known by, at the provider and in the books. Immutable. */
record MovementId(String channel, String transactionNo, Direction direction) implements Comparable<MovementId> {
    static final int MAX_CHANNEL_LENGTH = 64;

    private static final Comparator<MovementId> ORDER = Comparator.comparing(MovementId::channel)
            .thenComparing(MovementId::transactionNo)
            .thenComparing(MovementId::direction);

    static void check(String channel, String transactionNo) {
        check("channel", channel, MAX_CHANNEL_LENGTH);
        check("transaction number", transactionNo, PaymentNotice.MAX_ID_LENGTH);
    }

    private static void check(String name, String text, int most) {
        if (text.isEmpty() || text.length() > most || text.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new IllegalArgumentException(ReconcileTexts.unusable(name, text, most));
        }
    }

    @Override
    public int compareTo(MovementId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return channel + " " + direction + " " + transactionNo;
    }
}
