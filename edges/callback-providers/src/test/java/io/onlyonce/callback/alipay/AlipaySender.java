package io.onlyonce.callback.alipay;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import io.onlyonce.testkit.contract.SignedCallback;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Signs notices with Alipay's library, and writes them as forms. */
final class AlipaySender {
    static final String APP = "2021000100000001";
    static final String SELLER = "2088000000000001";

    private AlipaySender() {}

    /** A notice of a payment that was made. Its order's title needs a charset. */
    static Map<String, String> notice() {
        Map<String, String> notice = new LinkedHashMap<>();
        notice.put("notify_time", "2026-03-01 20:00:00");
        notice.put("notify_type", "trade_status_sync");
        notice.put("notify_id", "n1");
        notice.put("app_id", APP);
        notice.put("charset", "utf-8");
        notice.put("version", "1.0");
        notice.put("trade_no", "2026030122001");
        notice.put("out_trade_no", "P1");
        notice.put("seller_id", SELLER);
        notice.put("trade_status", "TRADE_SUCCESS");
        notice.put("total_amount", "25.00");
        notice.put("subject", "红茶 & 绿茶 = 2%+");
        notice.put("fund_bill_list", "[{\"amount\":\"25.00\",\"fundChannel\":\"ALIPAYACCOUNT\"}]");
        notice.put("passback_params", "");
        notice.put("gmt_payment", "2026-03-01 19:59:58");
        return notice;
    }

    static SignedCallback send(Map<String, String> parameters, PrivateKey key) {
        Map<String, String> signed = new LinkedHashMap<>(parameters);
        signed.put("sign_type", "RSA2");
        signed.put("sign", sign(parameters, key));
        return form(signed);
    }

    static String sign(Map<String, String> parameters, PrivateKey key) {
        try {
            String content = AlipaySignature.getSignContent(parameters);
            return AlipaySignature.rsaSign(
                    content,
                    Base64.getEncoder().encodeToString(key.getEncoded()),
                    parameters.getOrDefault("charset", "utf-8"),
                    "RSA2");
        } catch (AlipayApiException e) {
            throw new IllegalStateException(e);
        }
    }

    static SignedCallback form(Map<String, String> parameters) {
        Charset charset = Charset.forName(parameters.getOrDefault("charset", "utf-8"));
        String form = parameters.entrySet().stream()
                .map(parameter -> URLEncoder.encode(parameter.getKey(), charset) + "="
                        + URLEncoder.encode(parameter.getValue(), charset))
                .collect(Collectors.joining("&"));
        return new SignedCallback(
                form.getBytes(StandardCharsets.US_ASCII),
                Map.of("Content-Type", "application/x-www-form-urlencoded; charset=" + charset));
    }
}
