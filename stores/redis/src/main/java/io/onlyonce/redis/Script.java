package io.onlyonce.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The scripts, each a whole file beside this class. */
enum Script {
    CLAIM,
    RENEW,
    COMPLETE,
    RELEASE,
    ABANDON,
    WITHDRAW,
    FIND,
    KEEP,
    STEP,
    ANSWER,
    ISSUE,
    CONSUME,
    RESTORE,
    MARK,
    UNMARK,
    TAKE,
    GIVE_BACK,
    SETTLE,
    LOAD,
    HOLDS;

    private final String text;
    private final String digest;

    Script() {
        this.text = read(name().toLowerCase(Locale.ROOT) + ".lua");
        this.digest = sha1(text());
    }

    /** As it is sent to a server that does not know it. */
    byte[] text() {
        return Bytes.of(text);
    }

    /** What a server knows it by. */
    String digest() {
        return digest;
    }

    private static String read(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(RedisTexts.scriptMissing(file));
            }
            return Bytes.text(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(RedisTexts.scriptMissing(file), e);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-1; this one does not.", e);
        }
    }
}
