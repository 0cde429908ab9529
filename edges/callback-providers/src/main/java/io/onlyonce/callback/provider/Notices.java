package io.onlyonce.callback.provider;

import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.Irrelevant;
import io.onlyonce.callback.Verification.Reason;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ends of a verification. */
public final class Notices {
    private static final int SHOWN = 64;

    private Notices() {}

    /**
     * Genuine, unless one of the notice's identities is not usable.
     *
     * @param doubts of which the first that is not null counts
     */
    public static Verification genuine(Supplier<PaymentNotice> notice, @Nullable Doubt... doubts)
            throws CallbackRefusedException {
        try {
            return new Genuine(notice.get(), first(doubts));
        } catch (IllegalArgumentException e) {
            throw new CallbackRefusedException(Reason.CONTENT, ProviderTexts.IDENTITY);
        }
    }

    private static @Nullable Doubt first(@Nullable Doubt... doubts) {
        for (Doubt doubt : doubts) {
            if (doubt != null) {
                return doubt;
            }
        }
        return null;
    }

    /** Nothing that is handled here. Both go to the log and are cut to what may stand there. */
    public static Verification irrelevant(String noticeId, String type) {
        return new Irrelevant(printable(noticeId), printable(type));
    }

    private static String printable(String text) {
        String cut = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
        return cut.replaceAll("[^\\x21-\\x7E…]", "?");
    }

    /** When it happened, by RFC 3339; null if it is not said or can't be read, since nothing hangs on it. */
    public static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
