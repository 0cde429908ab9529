package io.onlyonce.callback.standard;

import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.provider.TimestampWindow;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** {@code v1a}, signed with new keys. */
class Ed25519KeyTest extends StandardWebhooksContract {
    private final KeyPair first = pair();
    private final KeyPair second = pair();
    private final CallbackVerifier verifier =
            new StandardWebhooksVerifier(List.of(text(raw(first)), text(raw(second))), TimestampWindow.of(clock));

    static KeyPair pair() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] raw(KeyPair pair) {
        byte[] encoded = pair.getPublic().getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    }

    static String text(byte[] raw) {
        return "whpk_" + Base64.getEncoder().encodeToString(raw);
    }

    static Signer signer(KeyPair pair) {
        return (id, time, body) -> {
            try {
                Signature signature = Signature.getInstance("Ed25519");
                signature.initSign(pair.getPrivate());
                signature.update((id + "." + time.getEpochSecond() + "." + body).getBytes(StandardCharsets.UTF_8));
                return "v1a," + Base64.getEncoder().encodeToString(signature.sign());
            } catch (GeneralSecurityException e) {
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
        List<CallbackVerifier> changed = new ArrayList<>();
        for (int bit = 0; bit < 32 * Byte.SIZE; bit++) {
            byte[] key = raw(first);
            key[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            try {
                changed.add(new StandardWebhooksVerifier(List.of(text(key)), TimestampWindow.of(clock)));
            } catch (IllegalArgumentException e) {
                // half of them are no points of the curve, so they are no keys
            }
        }
        return changed;
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
        return signer(pair());
    }
}
