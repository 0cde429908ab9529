package io.onlyonce.simulator;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Alipay: the sorted fields, decoded and without empty ones, under SHA256withRSA ({@code RSA2}); sent as a form, of which the signature is a field. Amounts are decimal
 * yuan; a refund tells what has been refunded in all.
 */
public final class AlipaySigner implements CallbackSigner {
    private static final String NOTIFY_TIME = "notify_time";

    private final AlipayMerchant merchant;
    private final PrivateKey key;

    /**
     * @param key Alipay's private key, RSA
     */
    public AlipaySigner(AlipayMerchant merchant, PrivateKey key) {
        this.merchant = merchant;
        this.key = key;
    }

    @Override
    public Channel channel() {
        return Channel.ALIPAY;
    }

    @Override
    public SignedCallback sign(Notice notice, Instant at) {
        Map<String, String> fields = AlipayForm.of(notice, merchant);
        fields.put(NOTIFY_TIME, ProviderTime.seconds(at));
        return sign(fields);
    }

    /** Any fields, without {@code sign} and {@code sign_type}. */
    public SignedCallback sign(Map<String, String> fields) {
        SortedMap<String, String> all = new TreeMap<>(fields);
        byte[] content = canonical(all).getBytes(StandardCharsets.UTF_8);
        all.put("sign", Base64.getEncoder().encodeToString(Signatures.sign("SHA256withRSA", key, content)));
        all.put("sign_type", "RSA2");
        return new SignedCallback(
                Map.of(SignedCallback.CONTENT_TYPE, "application/x-www-form-urlencoded; charset=utf-8"), form(all));
    }

    @Override
    public SignedCallback restamp(SignedCallback signed, Instant at) {
        SortedMap<String, String> fields = new TreeMap<>(fields(signed));
        fields.put(NOTIFY_TIME, ProviderTime.seconds(at));
        return signed.withBody(form(fields));
    }

    private static String canonical(SortedMap<String, String> fields) {
        return fields.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
    }

    private static byte[] form(SortedMap<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"))
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static Map<String, String> fields(SignedCallback signed) {
        return Arrays.stream(signed.text().split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }
}
