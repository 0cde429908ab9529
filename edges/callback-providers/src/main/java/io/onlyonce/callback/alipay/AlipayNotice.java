package io.onlyonce.callback.alipay;

import static io.onlyonce.callback.alipay.AlipayVerifier.CHANNEL;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.Notices;
import io.onlyonce.callback.provider.ToldAmount;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a notice. Its {@code trade_status} alone does not say what has happened: a partial refund comes under {@code TRADE_SUCCESS} again, and {@code TRADE_CLOSED} is
 * either a payment that was never made or one that was refunded; the refund's parameters tell them apart. {@code refund_fee} is all that was refunded so far.
 */
final class AlipayNotice {
    private static final String CURRENCY = "CNY";
    /** Alipay's times have no zone; they are China's, which has had no other offset since 1991. */
    private static final ZoneOffset CHINA = ZoneOffset.ofHours(8);
    /** Whatever is read below. */
    private static final List<String> READ = List.of(
            "app_id",
            "charset",
            "gmt_close",
            "gmt_payment",
            "gmt_refund",
            "notify_id",
            "notify_type",
            "out_biz_no",
            "out_trade_no",
            "refund_fee",
            "seller_id",
            "total_amount",
            "trade_no",
            "trade_status");

    private final AlipayForm form;
    private final String notifyId;
    private final String paymentNo;
    private final @Nullable Doubt merchant;

    private AlipayNotice(AlipayForm form, String notifyId, @Nullable Doubt merchant) throws CallbackRefusedException {
        this.form = form;
        this.notifyId = notifyId;
        this.paymentNo = form.required("out_trade_no");
        this.merchant = merchant;
    }

    /** Reads a form whose signature fits. */
    static Verification read(AlipayForm form, AlipaySettings settings) throws CallbackRefusedException {
        refuseTwoReadings(form);
        String notifyId = form.required("notify_id");
        String type = form.required("notify_type");
        if (!type.equals("trade_status_sync")) {
            return Notices.irrelevant(notifyId, type);
        }
        boolean ours = settings.appId().equals(form.value("app_id"))
                && settings.sellerId().equals(form.value("seller_id"));
        return new AlipayNotice(form, notifyId, ours ? null : Doubt.MERCHANT).read(form.required("trade_status"));
    }

    /**
     * What is signed is {@code a=1&b=2} without any escaping, so the value {@code 1&b=2} of {@code a} has the same signature as {@code a} and {@code b}. Who may choose a
     * value, the order's title for example, could have signed an amount of his own that way.
     */
    private static void refuseTwoReadings(AlipayForm form) throws CallbackRefusedException {
        boolean twoReadings = form.parameters().entrySet().stream()
                .anyMatch(parameter -> hasTwoReadings(parameter.getKey())
                        || READ.stream().anyMatch(name -> parameter.getValue().contains("&" + name + "=")));
        if (twoReadings) {
            throw new CallbackRefusedException(Reason.CONTENT, "what was signed can be read in two ways");
        }
    }

    private static boolean hasTwoReadings(String name) {
        return name.indexOf('&') >= 0 || name.indexOf('=') >= 0;
    }

    private Verification read(String status) throws CallbackRefusedException {
        return switch (status) {
            case "WAIT_BUYER_PAY" -> payment(NoticeKind.PENDING, null);
            case "TRADE_SUCCESS", "TRADE_FINISHED" -> isRefund() ? refund() : payment(NoticeKind.PAID, "gmt_payment");
            case "TRADE_CLOSED" -> isRefund() ? refund() : payment(NoticeKind.CLOSED, "gmt_close");
            default -> Notices.irrelevant(notifyId, status);
        };
    }

    private boolean isRefund() {
        ToldAmount fee = refundFee();
        boolean nothing = fee.doubt() == null
                && (fee.amount() == null || fee.amount().value().signum() == 0);
        return !nothing || form.value("gmt_refund") != null;
    }

    private ToldAmount refundFee() {
        return ToldAmount.ofDecimal(form.value("refund_fee"), CURRENCY);
    }

    private Verification payment(NoticeKind kind, @Nullable String timeName) throws CallbackRefusedException {
        ToldAmount told = ToldAmount.ofDecimal(form.value("total_amount"), CURRENCY);
        Instant time = timeName == null ? null : time(form.value(timeName));
        return Notices.genuine(
                () -> PaymentNotice.ofPayment(
                        CHANNEL, notifyId, kind, paymentNo, form.value("trade_no"), told.amount(), time),
                merchant,
                told.doubt());
    }

    private Verification refund() throws CallbackRefusedException {
        ToldAmount inAll = refundFee();
        return Notices.genuine(
                () -> new PaymentNotice(
                        CHANNEL,
                        notifyId,
                        NoticeKind.REFUNDED,
                        paymentNo,
                        form.value("trade_no"),
                        refundId(inAll.amount()),
                        form.value("out_biz_no"),
                        null,
                        inAll.amount(),
                        time(form.value("gmt_refund"))),
                merchant,
                inAll.doubt());
    }

    /** The refund's own number; where it is missing, the trade and the sum that has been refunded with it, since each sum is there once. */
    private @Nullable String refundId(@Nullable Amount inAll) {
        String own = form.value("out_biz_no");
        String trade = form.value("trade_no");
        return own != null || trade == null || inAll == null
                ? own
                : trade + "/" + inAll.value().toPlainString();
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null
                    ? null
                    : LocalDateTime.parse(text.replace(' ', 'T')).toInstant(CHINA);
        } catch (DateTimeException e) {
            return null; // nothing hangs on it
        }
    }
}
