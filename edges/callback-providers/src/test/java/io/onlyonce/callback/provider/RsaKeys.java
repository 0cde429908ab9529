package io.onlyonce.callback.provider;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** RSA keys that were made for a test. */
public final class RsaKeys {
    private RsaKeys() {}

    /** A new pair. */
    public static KeyPair pair(int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The public key as PEM. */
    public static String pem(PublicKey key) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** Keys whose modulus or exponent differs in one bit: for one bit of each byte, another one in each. */
    public static List<PublicKey> changed(PublicKey key) {
        RSAPublicKey rsa = (RSAPublicKey) key;
        BigInteger modulus = rsa.getModulus();
        BigInteger exponent = rsa.getPublicExponent();
        Stream<PublicKey> moduli = IntStream.range(0, modulus.bitLength() / Byte.SIZE - 1)
                .mapToObj(octet -> key(modulus.flipBit(octet * Byte.SIZE + octet % Byte.SIZE), exponent));
        Stream<PublicKey> exponents =
                IntStream.range(1, exponent.bitLength() - 1).mapToObj(bit -> key(modulus, exponent.flipBit(bit)));
        return Stream.concat(moduli, exponents).toList();
    }

    private static PublicKey key(BigInteger modulus, BigInteger exponent) {
        try {
            return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** SHA256withRSA over the text, in Base64. */
    public static String sign(PrivateKey key, String text) {
        return sign("SHA256withRSA", key, text);
    }

    /** The same with another algorithm. */
    public static String sign(String algorithm, PrivateKey key, String text) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
