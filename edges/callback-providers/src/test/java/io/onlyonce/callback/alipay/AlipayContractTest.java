package io.onlyonce.callback.alipay;

import static io.onlyonce.callback.alipay.AlipaySender.APP;
import static io.onlyonce.callback.alipay.AlipaySender.SELLER;
import static io.onlyonce.callback.alipay.AlipaySender.send;

import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.provider.RsaKeys;
import io.onlyonce.testkit.contract.CallbackVerifierContract;
import io.onlyonce.testkit.contract.SignedCallback;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Signed with Alipay's library. */
class AlipayContractTest extends CallbackVerifierContract {
    private static final KeyPair FIRST = RsaKeys.pair(2048);
    private static final KeyPair SECOND = RsaKeys.pair(2048);
    private static final KeyPair UNKNOWN = RsaKeys.pair(2048);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final CallbackVerifier verifier = new AlipayVerifier(
            new AlipaySettings(APP, SELLER, List.of(RsaKeys.pem(SECOND.getPublic()), RsaKeys.pem(FIRST.getPublic()))));

    private static Map<String, String> notice(Told told, Instant sentAt, String status) {
        Map<String, String> notice = AlipaySender.notice();
        notice.put("notify_id", told.noticeId());
        notice.put("out_trade_no", told.paymentNo());
        notice.put("trade_no", told.transactionId());
        notice.put("total_amount", told.amount().value().toPlainString());
        notice.put("trade_status", status);
        notice.put("notify_time", TIME.format(LocalDateTime.ofInstant(sentAt, ZoneOffset.ofHours(8))));
        return notice;
    }

    @Override
    protected CallbackVerifier verifier() {
        return verifier;
    }

    @Override
    protected List<CallbackVerifier> withChangedKeys() {
        return RsaKeys.changed(FIRST.getPublic()).stream()
                .<CallbackVerifier>map(
                        key -> new AlipayVerifier(new AlipaySettings(APP, SELLER, List.of(RsaKeys.pem(key)))))
                .toList();
    }

    @Override
    protected SignedCallback paid(Told told, Instant signedAt) {
        return send(notice(told, signedAt, "TRADE_SUCCESS"), FIRST.getPrivate());
    }

    @Override
    protected SignedCallback paidBySecondKey(Told told, Instant signedAt) {
        return send(notice(told, signedAt, "TRADE_SUCCESS"), SECOND.getPrivate());
    }

    @Override
    protected SignedCallback paidByUnknownKey(Told told, Instant signedAt) {
        return send(notice(told, signedAt, "TRADE_SUCCESS"), UNKNOWN.getPrivate());
    }

    @Override
    protected SignedCallback refunded(Told told, Instant signedAt) {
        Map<String, String> notice = notice(told, signedAt, "TRADE_CLOSED");
        notice.put("refund_fee", told.amount().value().toPlainString());
        notice.put("gmt_refund", "2026-03-01 19:59:59.320");
        notice.put("out_biz_no", "R1");
        return send(notice, FIRST.getPrivate());
    }

    @Override
    protected Map<NoticeKind, SignedCallback> withoutMoney(Told told, Instant signedAt) {
        return Map.of(
                NoticeKind.PENDING, send(notice(told, signedAt, "WAIT_BUYER_PAY"), FIRST.getPrivate()),
                NoticeKind.CLOSED, send(notice(told, signedAt, "TRADE_CLOSED"), FIRST.getPrivate()));
    }

    @Override
    protected Map<Doubt, SignedCallback> doubtful(Told told, Instant signedAt) {
        Map<String, String> other = notice(told, signedAt, "TRADE_SUCCESS");
        other.put("seller_id", "2088000000000002");
        Map<String, String> unreadable = notice(told, signedAt, "TRADE_SUCCESS");
        unreadable.put("total_amount", "1e2");
        return Map.of(
                Doubt.MERCHANT, send(other, FIRST.getPrivate()),
                Doubt.AMOUNT_UNREADABLE, send(unreadable, FIRST.getPrivate()));
    }

    /** Alipay signs the decoded parameters, and {@code %2b} is decoded like {@code %2B}; blank ones it leaves out. */
    @Override
    protected boolean meanTheSame(byte[] body, byte[] other) {
        try {
            return meaning(body).equals(meaning(other));
        } catch (IllegalArgumentException e) {
            return false; // no form
        }
    }

    private static Map<String, String> meaning(byte[] body) {
        Map<String, String> meaning = new TreeMap<>();
        for (String pair : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("a part without a name");
            }
            String value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
            String name = URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8);
            if (!value.isBlank() && meaning.put(name, value) != null) {
                throw new IllegalArgumentException("a parameter twice");
            }
        }
        return meaning;
    }
}
