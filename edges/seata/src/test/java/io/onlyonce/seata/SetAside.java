package io.onlyonce.seata;

import io.onlyonce.ResultCodec;
import java.nio.charset.StandardCharsets;

/** What a try has set aside, and confirm and cancel have to know. */
record SetAside(String account, long amount) {
    static final ResultCodec<SetAside> CODEC = new ResultCodec<>() {
        @Override
        public byte[] encode(SetAside set) {
            return (set.amount + " " + set.account).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public SetAside decode(byte[] stored) {
            String[] parts = new String(stored, StandardCharsets.UTF_8).split(" ", 2);
            return new SetAside(parts[1], Long.parseLong(parts[0]));
        }
    };
}
