package io.onlyonce.shop.payment;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Who takes the money. */
enum Channel {
    ALIPAY,
    WECHATPAY,
    STRIPE,
    STANDARD;

    /** The name in requests and tables. */
    @JsonValue
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return code();
    }
}
