package io.onlyonce.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AesGcmSealTest {
    private static final RecordId RECORD = new RecordKey("alice", "pay", "k1").id();
    private static final RecordId OTHER = new RecordKey("alice", "pay", "k2").id();

    private static byte[] key(int of) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) of);
        return key;
    }

    private final AesGcmSeal seal = AesGcmSeal.sealing("2026-11", key(1));

    @Property
    @Label("whatever is sealed comes back for its own record, never the same twice, and for no other one")
    void comesBack(@ForAll @Size(max = 300) byte[] answer) throws Exception {
        byte[] sealed = seal.seal(RECORD, answer);
        assertThat(seal.open(RECORD, sealed)).isEqualTo(answer);
        assertThat(seal.seal(RECORD, answer)).isNotEqualTo(sealed);
        assertThatThrownBy(() -> seal.open(OTHER, sealed)).isInstanceOf(UnopenedException.class);
    }

    @Test
    @DisplayName("one changed bit, one lost byte, and nothing of it opens")
    void changed() {
        byte[] sealed = seal.seal(RECORD, "the answer".getBytes(UTF_8));
        for (int bit = 4 * 8; bit < sealed.length * 8; bit++) { // without its mark it is a text like another
            byte[] other = sealed.clone();
            other[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> seal.open(RECORD, other)).as("bit %d", bit).isInstanceOf(UnopenedException.class);
        }
        for (int length = 4; length < sealed.length; length++) {
            byte[] other = Arrays.copyOf(sealed, length);
            assertThatThrownBy(() -> seal.open(RECORD, other))
                    .as("%d bytes", length)
                    .isInstanceOf(UnopenedException.class);
        }
    }

    @Test
    @DisplayName("a new key is opened with before it seals, and old answers stay readable")
    void rotation() throws Exception {
        byte[] answer = "the answer".getBytes(UTF_8);
        AesGcmSeal prepared = seal.opening("2026-12", key(2));
        AesGcmSeal turned = AesGcmSeal.sealing("2026-12", key(2)).opening("2026-11", key(1));
        assertThat(turned.open(RECORD, prepared.seal(RECORD, answer))).isEqualTo(answer);
        assertThat(prepared.open(RECORD, turned.seal(RECORD, answer))).isEqualTo(answer);
        assertThatThrownBy(() -> seal.open(RECORD, turned.seal(RECORD, answer)))
                .isInstanceOf(UnopenedException.class)
                .hasMessageContainingAll("2026-12", "2026-11");
    }

    @Test
    @DisplayName("what was kept before sealing began is read as it is")
    void plain() throws Exception {
        assertThat(seal.open(RECORD, "{\"orderId\":1}".getBytes(UTF_8))).isEqualTo("{\"orderId\":1}".getBytes(UTF_8));
        assertThat(seal.open(RECORD, new byte[0])).isEmpty();
    }

    @Test
    @DisplayName("a password is no key, and two keys have two names")
    void keys() {
        assertThatThrownBy(() -> AesGcmSeal.sealing("k", "secret".getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("6 bytes", "openssl rand");
        assertThatThrownBy(() -> AesGcmSeal.sealing("a b", key(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> seal.opening("2026-11", key(2))).isInstanceOf(IllegalArgumentException.class);
    }
}
