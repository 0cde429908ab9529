package io.onlyonce.callback.standard;

import io.onlyonce.callback.provider.SignedText;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;

/** A public key of {@code v1a}: ed25519. */
final class Ed25519Key implements WebhookKey {
    static final String PREFIX = "whpk_";
    static final String RULE = PREFIX + " and the Base64 of an ed25519 public key's 32 bytes";

    private static final String ALGORITHM = "Ed25519";
    private static final String VERSION = "v1a,";
    private static final int LENGTH = 32;
    /** What stands before the 32 bytes in a key as X.509 writes it (RFC 8410). */
    private static final byte[] HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    private final PublicKey key;

    private Ed25519Key(PublicKey key) {
        this.key = key;
    }

    static Ed25519Key of(String property, byte[] raw) {
        if (raw.length != LENGTH) {
            throw WebhookKey.malformed(property, RULE);
        }
        byte[] encoded = new byte[HEAD.length + LENGTH];
        System.arraycopy(HEAD, 0, encoded, 0, HEAD.length);
        System.arraycopy(raw, 0, encoded, HEAD.length, LENGTH);
        try {
            PublicKey key = KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
            Signature.getInstance(ALGORITHM).initVerify(key); // is a point of the curve
            return new Ed25519Key(key);
        } catch (GeneralSecurityException e) {
            throw WebhookKey.malformed(property, RULE);
        }
    }

    @Override
    public boolean hasSigned(String prefix, byte[] body, String[] signatures) {
        for (String signature : signatures) {
            if (signature.startsWith(VERSION)
                    && SignedText.base64(signature.substring(VERSION.length()))
                            .filter(bytes -> fits(bytes, prefix, body))
                            .isPresent()) {
                return true;
            }
        }
        return false;
    }

    private boolean fits(byte[] signature, String prefix, byte[] body) {
        try {
            Signature check = Signature.getInstance(ALGORITHM);
            check.initVerify(key);
            check.update(prefix.getBytes(StandardCharsets.UTF_8));
            check.update(body);
            return check.verify(signature);
        } catch (SignatureException e) {
            return false; // of another length, for example
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The key was good when it was read, and is not any more.", e);
        }
    }
}
