package io.onlyonce.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordIdTest {
    private static final String UUID_V7 = "0193a2b4-c5d6-7abc-8def-0123456789ab";

    @Property
    @Label("B-02 scope, operation and key are framed: gluing them differently gives another record")
    void framed(@ForAll String scope, @ForAll String operation, @ForAll String key) {
        RecordId id = new RecordKey(scope, operation, key).id();

        assertThat(id).isEqualTo(new RecordKey(scope, operation, key).id());
        assertThat(id).isNotEqualTo(new RecordKey(scope + "x", operation, key).id());
        assertThat(new RecordKey(scope + operation, "", key).id().equals(id)).isEqualTo(operation.isEmpty());
    }

    @Test
    @DisplayName("B-03 case, accents and trailing blanks make different records")
    void byteExact() {
        Set<RecordId> ids = new HashSet<>();
        for (String key :
                List.of("Key-A", "key-a", "key-a ", "k\u00e9y-a", "key-a\u200b", "k\uD83D\uDE00", "k\uD83D\uDE01")) {
            ids.add(new RecordKey("s", "o", key).id());
        }
        assertThat(ids).hasSize(7);
    }

    @Test
    @DisplayName("the id of a UUIDv7 key starts with that key's timestamp")
    void uuidV7() {
        byte[] id = new RecordKey("s", "o", UUID_V7).id().bytes();

        assertThat(id).startsWith(0x01, 0x93, 0xa2, 0xb4, 0xc5, 0xd6);
        assertThat(id).isNotEqualTo(new RecordKey("t", "o", UUID_V7).id().bytes());
        assertThat(new RecordKey("s", "o", UUID_V7.toUpperCase(java.util.Locale.ROOT))
                        .id()
                        .bytes())
                .isNotEqualTo(id)
                .startsWith(0x01, 0x93, 0xa2, 0xb4, 0xc5, 0xd6);
    }

    @Test
    @DisplayName("the id of a ULID key starts with that key's timestamp")
    void ulid() {
        byte[] id = new RecordKey("s", "o", "01ARZ3NDEKTSV4RRFFQ69G5FAV").id().bytes();

        assertThat(id).startsWith(0x01, 0x56, 0x3e, 0x3a, 0xb5, 0xd3);
    }

    @Test
    @DisplayName("keys that only look like a UUIDv7 or a ULID are hashed whole")
    void lookalikes() {
        byte[] id = new RecordKey("s", "o", "0193a2b4xc5d6-7abc-8def-0123456789ab")
                .id()
                .bytes();
        byte[] overflow =
                new RecordKey("s", "o", "81ARZ3NDEKTSV4RRFFQ69G5FAV").id().bytes();

        assertThat(List.of(id[0], id[1], id[2])).isNotEqualTo(List.of((byte) 0x01, (byte) 0x93, (byte) 0xa2));
        assertThat(overflow).isNotEqualTo(new byte[16]);
    }

    @Property
    void uuidAndBytesAgree(@ForAll String key) {
        RecordId id = new RecordKey("s", "o", key).id();
        java.nio.ByteBuffer bytes = java.nio.ByteBuffer.wrap(id.bytes());

        assertThat(new UUID(bytes.getLong(), bytes.getLong())).isEqualTo(id.toUuid());
    }

    @Test
    @DisplayName("a row that belongs to another key is a loud error, never a replay")
    void foreignRow() {
        RecordKey wanted = new RecordKey("alice", "transfer", "k");

        wanted.mustEqual(new RecordKey("alice", "transfer", "k"));
        assertThatThrownBy(() -> wanted.mustEqual(new RecordKey("bob", "transfer", "k")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Nothing was replayed");
    }
}
