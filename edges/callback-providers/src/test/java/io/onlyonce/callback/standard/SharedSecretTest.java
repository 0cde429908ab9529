package io.onlyonce.callback.standard;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookSigningException;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.provider.TimestampWindow;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** {@code v1}, signed with the library of Standard Webhooks. */
class SharedSecretTest extends StandardWebhooksContract {
    private final byte[] first = secret(1);
    private final byte[] second = secret(2);
    private final CallbackVerifier verifier =
            new StandardWebhooksVerifier(List.of(text(second), text(first)), TimestampWindow.of(clock));

    static byte[] secret(long seed) {
        byte[] secret = new byte[24];
        new Random(seed).nextBytes(secret);
        return secret;
    }

    static String text(byte[] secret) {
        return "whsec_" + Base64.getEncoder().encodeToString(secret);
    }

    static Signer signer(byte[] secret) {
        return (id, time, body) -> {
            try {
                return new Webhook(secret).sign(id, time.getEpochSecond(), body);
            } catch (WebhookSigningException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    @Override
    protected CallbackVerifier verifier() {
        return verifier;
    }

    @Override
    protected List<CallbackVerifier> withChangedKeys() {
        return IntStream.range(0, first.length * Byte.SIZE)
                .<CallbackVerifier>mapToObj(bit -> {
                    byte[] changed = first.clone();
                    changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                    return new StandardWebhooksVerifier(List.of(text(changed)), TimestampWindow.of(clock));
                })
                .toList();
    }

    @Override
    Signer firstKey() {
        return signer(first);
    }

    @Override
    Signer secondKey() {
        return signer(second);
    }

    @Override
    Signer unknownKey() {
        return signer(secret(3));
    }
}
