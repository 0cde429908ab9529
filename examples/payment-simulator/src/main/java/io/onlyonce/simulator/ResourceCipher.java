package io.onlyonce.simulator;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** WeChat Pay's {@code AEAD_AES_256_GCM}: the tag of 16 bytes stands behind the ciphertext, and the nonce is 12 characters of ASCII. Thread-safe. */
final class ResourceCipher {
    static final String ALGORITHM = "AEAD_AES_256_GCM";
    static final int NONCE_LENGTH = 12;

    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;

    ResourceCipher(String apiV3Key) {
        this.key = new SecretKeySpec(apiV3Key.getBytes(StandardCharsets.UTF_8), "AES");
    }

    /** In base64. */
    String encrypt(byte[] plaintext, String nonce, String associatedData) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            byte[] iv = nonce.getBytes(StandardCharsets.US_ASCII);
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, iv));
            cipher.updateAAD(associatedData.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(cipher.doFinal(plaintext));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
