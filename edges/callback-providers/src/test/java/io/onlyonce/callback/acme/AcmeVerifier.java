package io.onlyonce.callback.acme;

import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.Acknowledgements;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.Hmac;
import io.onlyonce.callback.provider.Notices;
import io.onlyonce.callback.provider.ProviderTexts;
import io.onlyonce.callback.provider.SignedJson;
import io.onlyonce.callback.provider.SignedText;
import io.onlyonce.callback.provider.TimestampWindow;
import io.onlyonce.callback.provider.ToldAmount;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A provider of one's own, as docs/callbacks.md shows it. */
final class AcmeVerifier implements CallbackVerifier {
    private static final Map<String, NoticeKind> KINDS =
            Map.of("paid", NoticeKind.PAID, "refunded", NoticeKind.REFUNDED, "closed", NoticeKind.CLOSED);

    private final List<Hmac> keys;
    private final TimestampWindow window;

    AcmeVerifier(List<byte[]> secrets, TimestampWindow window) {
        this.keys = secrets.stream().map(Hmac::new).toList();
        this.window = window;
    }

    @Override
    public String channel() {
        return "acme";
    }

    @Override
    public Acknowledgements acknowledgements() {
        return new Acknowledgements(Acknowledgement.empty(200), Acknowledgement.empty(401), Acknowledgement.empty(503));
    }

    @Override
    public Verification verify(CallbackRequest request) {
        try {
            String time = SignedText.header(request, "Acme-Time");
            byte[] signature = SignedText.header(request, "Acme-Signature").getBytes(StandardCharsets.UTF_8);
            window.check(time);
            if (keys.stream().noneMatch(key -> MessageDigest.isEqual(sign(key, time, request.body()), signature))) {
                throw new CallbackRefusedException(Reason.SIGNATURE, ProviderTexts.SIGNATURE);
            }
            return read(SignedJson.read(request.body()));
        } catch (CallbackRefusedException e) {
            return e.verification();
        }
    }

    private static byte[] sign(Hmac key, String time, byte[] body) {
        return HexFormat.of().formatHex(key.of(time + ".", body)).getBytes(StandardCharsets.UTF_8);
    }

    private Verification read(SignedJson event) throws CallbackRefusedException {
        String id = event.requiredText("id");
        String type = event.requiredText("type");
        NoticeKind kind = KINDS.get(type);
        if (kind == null) {
            return Notices.irrelevant(id, type);
        }
        String paymentNo = event.requiredText("order");
        ToldAmount told = ToldAmount.ofMinor(event.number("cents"), event.text("currency"));
        return Notices.genuine(
                () -> new PaymentNotice(
                        channel(),
                        id,
                        kind,
                        paymentNo,
                        event.text("payment"),
                        event.text("refund"),
                        null,
                        told.amount(),
                        null,
                        Notices.time(event.text("at"))),
                told.doubt());
    }
}
