package io.onlyonce.seal;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.record.RecordId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals with AES in Galois/Counter Mode (NIST SP 800-38D): a random nonce of 96 bits for each answer, a tag of 128, and the record's id and the key's name bound to it. One key
 * seals, others may still open: a new key is first given to every node for {@linkplain #opening opening}, then seals. With random nonces NIST allows 2³² answers under one key.
 * Immutable and thread-safe.
 *
 * <p>A sealed answer is: four bytes that begin no text and no recorded response, the length of the key's name, the name, the nonce, the encrypted answer with its tag.
 */
public final class AesGcmSeal implements AnswerSeal {
    private static final byte[] MARK = {(byte) 0xF0, 'O', 'O', 1};
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int LONGEST_NAME = 32;

    private final String sealing;
    private final Map<String, SecretKey> keys;
    private final SecureRandom random = new SecureRandom();

    private AesGcmSeal(String sealing, Map<String, SecretKey> keys) {
        this.sealing = sealing;
        this.keys = keys;
    }

    /**
     * Seals and opens with this key.
     *
     * @param name stands in each sealed answer, to find the key again; 1 to 32 printable ASCII characters, for example {@code 2026-11}
     * @param key 16, 24 or 32 bytes from a source of randomness, never a password; the array is copied
     * @throws IllegalArgumentException if name or key are not that
     */
    public static AesGcmSeal sealing(String name, byte[] key) {
        return new AesGcmSeal(name, Map.of(name, checked(name, key)));
    }

    /**
     * The same that also opens what was sealed with an older key, or what other nodes seal with a newer one.
     *
     * @throws IllegalArgumentException if name or key are not as above, or the name is taken
     */
    public AesGcmSeal opening(String name, byte[] key) {
        Map<String, SecretKey> more = new LinkedHashMap<>(keys);
        if (more.put(name, checked(name, key)) != null) {
            throw new IllegalArgumentException(ErrorTexts.sealKeyTwice(name));
        }
        return new AesGcmSeal(sealing, Map.copyOf(more));
    }

    private static SecretKey checked(String name, byte[] key) {
        if (name.isEmpty() || name.length() > LONGEST_NAME || name.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new IllegalArgumentException(ErrorTexts.sealKeyName(name));
        }
        if (key.length != 16 && key.length != 24 && key.length != 32) {
            throw new IllegalArgumentException(ErrorTexts.sealKeyLength(name, key.length));
        }
        return new SecretKeySpec(key, "AES");
    }

    @Override
    public byte[] seal(RecordId record, byte[] answer) {
        byte[] name = sealing.getBytes(StandardCharsets.US_ASCII);
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, key(sealing), nonce, record, name)
                    .doFinal(answer);
            return ByteBuffer.allocate(MARK.length + 1 + name.length + nonce.length + encrypted.length)
                    .put(MARK)
                    .put((byte) name.length)
                    .put(name)
                    .put(nonce)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has AES/GCM/NoPadding; this one does not.", e);
        } catch (UnopenedException e) {
            throw new IllegalStateException("The key that seals is among the keys.", e);
        }
    }

    @Override
    public byte[] open(RecordId record, byte[] kept) throws UnopenedException {
        if (!isSealed(kept)) {
            return kept;
        }
        ByteBuffer rest = ByteBuffer.wrap(kept, MARK.length, kept.length - MARK.length);
        byte[] name = taken(rest, rest.hasRemaining() ? rest.get() : 0);
        byte[] nonce = taken(rest, NONCE_BYTES);
        byte[] encrypted = taken(rest, rest.remaining());
        if (encrypted.length < TAG_BITS / 8) {
            throw new UnopenedException(ErrorTexts.sealBroken());
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, key(new String(name, StandardCharsets.US_ASCII)), nonce, record, name)
                    .doFinal(encrypted);
        } catch (GeneralSecurityException e) {
            throw new UnopenedException(ErrorTexts.sealBroken(), e);
        }
    }

    private static boolean isSealed(byte[] kept) {
        return kept.length >= MARK.length && Arrays.equals(MARK, 0, MARK.length, kept, 0, MARK.length);
    }

    private static byte[] taken(ByteBuffer from, int length) throws UnopenedException {
        if (length < 0 || length > from.remaining()) {
            throw new UnopenedException(ErrorTexts.sealBroken());
        }
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    private SecretKey key(String name) throws UnopenedException {
        SecretKey key = keys.get(name);
        if (key == null) {
            throw new UnopenedException(ErrorTexts.sealKeyMissing(name, keys.keySet()));
        }
        return key;
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, RecordId record, byte[] name)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(record.bytes());
        cipher.updateAAD(name);
        return cipher;
    }
}
