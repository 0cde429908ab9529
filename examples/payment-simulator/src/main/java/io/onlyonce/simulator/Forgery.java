package io.onlyonce.simulator;

import java.time.Duration;
import java.time.Instant;

/** What an attacker makes of a genuine callback that he has read on its way. A verifier must refuse each. */
public enum Forgery {
    /** An old callback with the present time written over its own. */
    CHANGED_TIMESTAMP {
        @Override
        SignedCallback of(CallbackSigner signer, Notice notice, Instant now) {
            return signer.restamp(signer.sign(notice, now.minus(AGE)), now);
        }
    },
    /** A fresh callback with one digit of its body changed. */
    CHANGED_BODY {
        @Override
        SignedCallback of(CallbackSigner signer, Notice notice, Instant now) {
            SignedCallback signed = signer.sign(notice, now);
            byte[] body = signed.body().clone();
            int last = body.length - 1;
            while (body[last] < '0' || body[last] > '9') {
                last--;
            }
            body[last] = (byte) (body[last] == '9' ? '0' : body[last] + 1);
            return signed.withBody(body);
        }
    };

    private static final Duration AGE = Duration.ofHours(1);

    abstract SignedCallback of(CallbackSigner signer, Notice notice, Instant now);
}
