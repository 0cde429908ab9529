package io.onlyonce.messaging;

import io.onlyonce.ResultCodec;
import java.nio.charset.StandardCharsets;

/** Keeps what came of a message's work by its name. */
enum WorkedCodec implements ResultCodec<Worked> {
    INSTANCE;

    @Override
    public byte[] encode(Worked worked) {
        return worked.name().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public Worked decode(byte[] stored) {
        return Worked.valueOf(new String(stored, StandardCharsets.US_ASCII));
    }
}
