/** WeChat Pay's notifications, API v3. */
@NullMarked
package io.onlyonce.callback.wechatpay;

import org.jspecify.annotations.NullMarked;
