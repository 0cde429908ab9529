package io.onlyonce.redis;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import io.onlyonce.token.TokenHash;
import java.util.HexFormat;

/**
 * Where records, tokens and items lie: {@code <prefix>{<id in hex>}}. What users send is hashed, so it can neither reach another key nor steer the slot.
 *
 * @param prefix without braces
 */
record Keys(String prefix) {
    Keys {
        if (prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0) {
            throw new IllegalArgumentException(RedisTexts.prefix(prefix));
        }
    }

    byte[] of(RecordKey key) {
        RecordId id = key.id();
        return of(id.bytes());
    }

    /** Where a token lies, or its mark; it is longer than a record's. */
    byte[] of(TokenHash token) {
        return of(token.bytes());
    }

    /** Where an item of a stock lies: beside records and tokens, under a name of its own. */
    byte[] ofItem(String item) {
        byte[] id = Fingerprint.hasher().add("stock").add(item).finish().bytes();
        return Bytes.of(prefix + "{stock:" + HexFormat.of().formatHex(id) + "}");
    }

    private byte[] of(byte[] id) {
        return Bytes.of(prefix + "{" + HexFormat.of().formatHex(id) + "}");
    }
}
