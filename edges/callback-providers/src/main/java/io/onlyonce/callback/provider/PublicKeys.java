package io.onlyonce.callback.provider;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** Reads RSA public keys and certificates from PEM. What is wrong is said by the property's name; what was given is never shown, since it may be a private key. */
public final class PublicKeys {
    private static final int MIN_BITS = 2048;
    private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";
    private static final String END = "-----END PUBLIC KEY-----";

    private static final String BEGIN_CERTIFICATE = "-----BEGIN CERTIFICATE-----";

    private PublicKeys() {}

    /**
     * An RSA key of at least 2048 bits.
     *
     * @param property whose value it is, for the error
     * @param pem {@code -----BEGIN PUBLIC KEY-----} …, or only the Base64 between the marks, as Alipay's console shows it, or a certificate, whose key is taken
     * @throws IllegalArgumentException if it is none
     */
    public static RSAPublicKey rsa(String property, String pem) {
        if (pem.contains(BEGIN_CERTIFICATE)) {
            return rsa(property, certificate(property, pem).getPublicKey());
        }
        String base64 = pem.replace(BEGIN, "").replace(END, "").replaceAll("\\s", "");
        try {
            byte[] encoded = Base64.getDecoder().decode(base64);
            return rsa(property, KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // no cause: it may quote what was given
            throw new IllegalArgumentException(ProviderTexts.publicKey(property));
        }
    }

    /**
     * A certificate with such a key. Its dates are not looked at: it is here because somebody has put it here, and goes when he removes it.
     *
     * @param property whose value it is, for the error
     * @param pem {@code -----BEGIN CERTIFICATE-----} …
     * @throws IllegalArgumentException if it is none
     */
    public static X509Certificate certificate(String property, String pem) {
        try {
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem.strip().getBytes(StandardCharsets.US_ASCII)));
            rsa(property, certificate.getPublicKey());
            return certificate;
        } catch (CertificateException | IllegalArgumentException e) {
            throw new IllegalArgumentException(ProviderTexts.certificate(property));
        }
    }

    private static RSAPublicKey rsa(String property, PublicKey key) {
        if (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= MIN_BITS) {
            return rsa;
        }
        throw new IllegalArgumentException(ProviderTexts.publicKey(property));
    }
}
