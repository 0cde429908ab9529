package io.onlyonce.callback.stripe;

import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.Acknowledgements;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.Hmac;
import io.onlyonce.callback.provider.ProviderTexts;
import io.onlyonce.callback.provider.SignedJson;
import io.onlyonce.callback.provider.SignedText;
import io.onlyonce.callback.provider.TimestampWindow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * Stripe's events: {@code Stripe-Signature: t=…,v1=…}, HMAC-SHA256 over {@code t.body}. Immutable and thread-safe.
 *
 * <p>The key is the whole secret as text, {@code whsec_} included: nothing is Base64 here, unlike in Standard Webhooks, whose secrets begin alike.
 *
 * <p>The cryptography is the JDK's. Stripe's library would do the same HMAC, but over a {@code String} instead of the bytes, with the timestamp written in the platform's
 * default locale, and it lets any timestamp pass that lies ahead. The tests sign with it.
 */
public final class StripeVerifier implements CallbackVerifier {
    /** The channel. */
    public static final String CHANNEL = "stripe";

    private static final String HEADER = "Stripe-Signature";
    private static final Acknowledgements ANSWERS =
            new Acknowledgements(Acknowledgement.empty(200), Acknowledgement.empty(400), Acknowledgement.empty(503));

    private final StripeSettings settings;
    private final List<Hmac> keys;
    private final TimestampWindow window;

    public StripeVerifier(StripeSettings settings, TimestampWindow window) {
        this.settings = settings;
        this.keys = settings.secrets().stream()
                .map(secret -> new Hmac(secret.getBytes(StandardCharsets.UTF_8)))
                .toList();
        this.window = window;
    }

    @Override
    public String channel() {
        return CHANNEL;
    }

    @Override
    public Acknowledgements acknowledgements() {
        return ANSWERS;
    }

    @Override
    public Verification verify(CallbackRequest request) {
        try {
            StripeSignature header = StripeSignature.parse(SignedText.header(request, HEADER));
            window.check(header.timestamp());
            if (!isSigned(header, request.body())) {
                throw new CallbackRefusedException(Reason.SIGNATURE, ProviderTexts.SIGNATURE);
            }
            return StripeEvent.read(SignedJson.read(request.body()), settings.livemode());
        } catch (CallbackRefusedException e) {
            return e.verification();
        }
    }

    private boolean isSigned(StripeSignature header, byte[] body) {
        boolean signed = false;
        for (Hmac key : keys) {
            byte[] right = utf8(HexFormat.of().formatHex(key.of(header.timestamp() + ".", body)));
            for (String signature : header.signatures()) {
                signed |= MessageDigest.isEqual(right, utf8(signature));
            }
        }
        return signed;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
