package io.onlyonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    @Property
    @Label("two sequences of parts have one fingerprint only if they are equal")
    void framed(@ForAll List<String> one, @ForAll List<String> other) {
        Fingerprint first = Fingerprint.of(one.toArray(String[]::new));
        Fingerprint second = Fingerprint.of(other.toArray(String[]::new));

        assertThat(first.equals(second)).isEqualTo(one.equals(other));
        assertThat(first.contradicts(second)).isEqualTo(!one.equals(other));
    }

    @Test
    @DisplayName("a fingerprint of another algorithm version contradicts nothing: an upgrade refuses no honest retry")
    void versions() {
        byte[] old = Fingerprint.of("payload").bytes();
        old[0] = 9;
        old[5] ^= 1;

        assertThat(Fingerprint.of("payload").contradicts(Fingerprint.ofBytes(old)))
                .isFalse();
    }

    @Test
    void bytesComeBack() {
        Fingerprint fingerprint = Fingerprint.of("a", "b");

        assertThat(Fingerprint.ofBytes(fingerprint.bytes())).isEqualTo(fingerprint);
        assertThat(fingerprint.bytes()).hasSize(33).startsWith(Fingerprint.CURRENT_VERSION);
        assertThatThrownBy(() -> Fingerprint.ofBytes(new byte[32])).hasMessageContaining("32");
    }
}
