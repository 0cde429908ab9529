package io.onlyonce.callback;

import io.onlyonce.callback.PaymentBook.Noted;
import io.onlyonce.callback.PaymentBook.Noted.State;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes one structured log event each, to the logger {@code io.onlyonce.callback}; what may be an attack goes to {@code io.onlyonce.callback.security}. Bodies and
 * secrets are never among it. Thread-safe.
 */
public final class CallbackLog implements CallbackEvents {
    private static final Logger log = LoggerFactory.getLogger("io.onlyonce.callback");
    private static final Logger security = LoggerFactory.getLogger("io.onlyonce.callback.security");

    @Override
    public void notVerified(String channel, Verification.NotVerified refused) {
        security.atWarn()
                .addKeyValue("onlyonce.channel", channel)
                .addKeyValue("onlyonce.reason", refused.reason())
                .log("a callback of {} is not verified ({}): {}", channel, refused.reason(), refused.detail());
    }

    @Override
    public void accepted(PaymentNotice notice, String outcome, boolean replayed) {
        of(log.atInfo(), notice)
                .addKeyValue("onlyonce.outcome", outcome)
                .addKeyValue("onlyonce.replayed", replayed)
                .log("{}: {}{}", notice, outcome, replayed ? ", known before" : "");
    }

    @Override
    public void irrelevant(String channel, Verification.Irrelevant irrelevant) {
        log.atInfo()
                .addKeyValue("onlyonce.channel", channel)
                .addKeyValue("onlyonce.notice", irrelevant.noticeId())
                .log(
                        "{} notice {} tells of {}, which is not handled",
                        channel,
                        irrelevant.noticeId(),
                        irrelevant.type());
    }

    @Override
    public void contradiction(PaymentNotice notice) {
        of(security.atWarn(), notice).log("{} says something else than the one that came under its id before", notice);
    }

    @Override
    public void noted(PaymentNotice notice, Noted noted) {
        if (noted.state() == State.DOUBTFUL) {
            of(security.atWarn(), notice)
                    .addKeyValue("onlyonce.doubt", noted.outcome())
                    .log("{} is signed and yet doubtful: {}", notice, noted.outcome());
        } else if (noted.state() == State.PARKED) {
            of(log.atError(), notice).log("{} has waited too long ({}) and was put aside", notice, noted.outcome());
        }
    }

    @Override
    public void sendAgain(PaymentNotice notice, @Nullable Exception cause) {
        of(log.atLevel(cause == null ? Level.INFO : Level.ERROR).setCause(cause), notice)
                .log("{} could not be kept; its sender was asked to send it again", notice);
    }

    private static LoggingEventBuilder of(LoggingEventBuilder event, PaymentNotice notice) {
        return event.addKeyValue("onlyonce.channel", notice.channel())
                .addKeyValue("onlyonce.notice", notice.noticeId())
                .addKeyValue("onlyonce.payment", notice.paymentNo());
    }
}
