package io.onlyonce.callback.standard;

import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.Acknowledgements;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import io.onlyonce.callback.provider.ProviderTexts;
import io.onlyonce.callback.provider.SignedJson;
import io.onlyonce.callback.provider.SignedText;
import io.onlyonce.callback.provider.TimestampWindow;
import java.util.List;

/**
 * Callbacks by Standard Webhooks 1.0.0: {@code webhook-id}, {@code webhook-timestamp} and a list of signatures in {@code webhook-signature}, over
 * {@code id.timestamp.body}. Immutable and thread-safe.
 *
 * <p>Both versions are verified: {@code v1}, HMAC-SHA256, and {@code v1a}, ed25519. The cryptography is the JDK's; the vendor's library
 * ({@code com.standardwebhooks:standardwebhooks}) adds nothing to it, knows no {@code v1a} and passes the body through a {@code String}. The tests sign with it.
 *
 * <p>{@code webhook-id} is the notice's identity, the same in each delivery; the timestamp is the attempt's.
 */
public final class StandardWebhooksVerifier implements CallbackVerifier {
    /** The channel. */
    public static final String CHANNEL = "standard";

    private static final String ID = "webhook-id";
    private static final String TIMESTAMP = "webhook-timestamp";
    private static final String SIGNATURE = "webhook-signature";

    private static final int MAX_SIGNATURES = 16;
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final Acknowledgements ANSWERS = new Acknowledgements(
            Acknowledgement.empty(204),
            Acknowledgement.empty(401),
            Acknowledgement.empty(503).retryAfter(RETRY_AFTER_SECONDS));

    private final List<WebhookKey> keys;
    private final TimestampWindow window;

    /**
     * @param keys one, or several while they are rotated: secrets ({@code whsec_…}, for {@code v1}) and public keys ({@code whpk_…}, for {@code v1a})
     * @throws IllegalArgumentException if there is none, or one is malformed
     */
    public StandardWebhooksVerifier(List<String> keys, TimestampWindow window) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(ProviderTexts.missing("standard.secret"));
        }
        this.keys =
                keys.stream().map(key -> WebhookKey.of("standard.secret", key)).toList();
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
            String id = SignedText.header(request, ID);
            String timestamp = SignedText.header(request, TIMESTAMP);
            String[] signatures = SignedText.header(request, SIGNATURE).split(" ", MAX_SIGNATURES + 1);
            if (id.indexOf('.') >= 0) {
                // the point parts what is signed; an id with one could take something over from what follows
                throw new CallbackRefusedException(Reason.MALFORMED, "the header webhook-id has a point");
            }
            if (signatures.length > MAX_SIGNATURES) {
                throw new CallbackRefusedException(Reason.MALFORMED, "more than " + MAX_SIGNATURES + " signatures");
            }
            window.check(timestamp);
            if (!isSigned(id + "." + timestamp + ".", request.body(), signatures)) {
                throw new CallbackRefusedException(Reason.SIGNATURE, ProviderTexts.SIGNATURE);
            }
            return StandardNotice.read(id, SignedJson.read(request.body()));
        } catch (CallbackRefusedException e) {
            return e.verification();
        }
    }

    private boolean isSigned(String prefix, byte[] body, String[] signatures) {
        boolean signed = false;
        for (WebhookKey key : keys) {
            signed |= key.hasSigned(prefix, body, signatures);
        }
        return signed;
    }
}
