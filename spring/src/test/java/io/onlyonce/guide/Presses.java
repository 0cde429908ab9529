package io.onlyonce.guide;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.RecordKey;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisRecordStore;
import java.time.Duration;

/** "Set if absent, with a time-out" on Redis: a filter in front, no protection. */
final class Presses {
    private static final Duration TIME_OUT = Duration.ofSeconds(10);

    private final RedisRecordStore presses;

    Presses(RedisAccess access) {
        this.presses = new RedisRecordStore(access, "press:", Duration.ofSeconds(1)); // free again after 11 s
    }

    boolean isFirst(String user, String form) {
        RecordKey key = new RecordKey(user, "press", form);
        return presses.claim(new ClaimRequest(key, Fingerprint.of(form), TIME_OUT)) instanceof Claim.Claimed;
    }
}
