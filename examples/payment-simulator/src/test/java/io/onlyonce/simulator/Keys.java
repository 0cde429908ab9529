package io.onlyonce.simulator;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/** Keys made for this run, and signers and a merchant that have them. */
final class Keys {
    static final String STANDARD_SECRET = "whsec_" + random(32);
    static final String STRIPE_SECRET = "whsec_" + random(24).replaceAll("[+/=]", "x");
    static final KeyPair WECHATPAY = pair("RSA");
    static final String WECHATPAY_KEY_ID = "PUB_KEY_ID_0000000000000024101100397200000006";
    static final WechatPayMerchant WECHATPAY_MERCHANT =
            new WechatPayMerchant("1900000001", "wx0000000000000001", random(24));
    static final KeyPair ALIPAY = pair("RSA");
    static final AlipayMerchant ALIPAY_MERCHANT = new AlipayMerchant("2021000000000001", "2088000000000009");

    static final StandardSigner STANDARD_SIGNER = new StandardSigner(StandardSigner.v1(STANDARD_SECRET));
    static final StripeSigner STRIPE_SIGNER = new StripeSigner(STRIPE_SECRET);
    static final WechatPaySigner WECHATPAY_SIGNER =
            new WechatPaySigner(WECHATPAY_MERCHANT, WECHATPAY.getPrivate(), WECHATPAY_KEY_ID);
    static final AlipaySigner ALIPAY_SIGNER = new AlipaySigner(ALIPAY_MERCHANT, ALIPAY.getPrivate());

    static final List<CallbackSigner> SIGNERS =
            List.of(STANDARD_SIGNER, STRIPE_SIGNER, WECHATPAY_SIGNER, ALIPAY_SIGNER);

    private Keys() {}

    static CallbackSigner signer(Channel channel) {
        return switch (channel) {
            case STANDARD -> STANDARD_SIGNER;
            case STRIPE -> STRIPE_SIGNER;
            case WECHATPAY -> WECHATPAY_SIGNER;
            case ALIPAY -> ALIPAY_SIGNER;
        };
    }

    static KeyPair pair(String algorithm) {
        try {
            return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return Base64.getEncoder().encodeToString(random);
    }
}
