/** Alipay's asynchronous notices. */
@NullMarked
package io.onlyonce.callback.alipay;

import org.jspecify.annotations.NullMarked;
