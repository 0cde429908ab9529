package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SignersTest {
    private static Stream<Arguments> channelsAndKinds() {
        return Arrays.stream(Channel.values())
                .flatMap(channel -> Arrays.stream(NoticeKind.values()).map(kind -> Arguments.of(channel, kind)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("channelsAndKinds")
    @DisplayName("every kind that a provider sends passes its own library, and no other kind is signed")
    void everyKind(Channel channel, NoticeKind kind) {
        if (channel.sends(kind)) {
            SignedCallback signed = Keys.signer(channel).sign(Notices.of(channel, kind), Instant.now());
            assertThat(VendorVerifier.accepts(channel, signed)).isTrue();
        } else {
            Notice paid = Notices.of(channel, NoticeKind.PAID);
            Notice never = new Notice(kind, paid.payment(), null, Instant.now());
            assertThatThrownBy(() -> Keys.signer(channel).sign(never, Instant.now()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(channel.path() + " sends no notice of the kind " + kind);
        }
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("each signer is its channel's")
    void channel(Channel channel) {
        assertThat(Keys.signer(channel).channel()).isEqualTo(channel);
        assertThat(Channel.named(channel.path())).isEqualTo(channel);
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("a notice that is sent again is signed afresh, and both pass")
    void signedAfresh(Channel channel) {
        Notice notice = Notices.of(channel, NoticeKind.PAID);
        SignedCallback first = Keys.signer(channel).sign(notice, Instant.now().minusSeconds(60));
        SignedCallback second = Keys.signer(channel).sign(notice, Instant.now());

        assertThat(VendorVerifier.accepts(channel, first)).isTrue();
        assertThat(VendorVerifier.accepts(channel, second)).isTrue();
        assertThat(first.headers().toString() + first.text())
                .isNotEqualTo(second.headers().toString() + second.text());
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("B-33 with another timestamp or another digit the provider's own library refuses it")
    void forged(Channel channel) {
        Notice notice = Notices.of(channel, NoticeKind.PAID);
        for (Forgery forgery : Forgery.values()) {
            SignedCallback forged = forgery.of(Keys.signer(channel), notice, Instant.now());
            assertThat(VendorVerifier.accepts(channel, forged))
                    .as("%s", forgery)
                    .isFalse();
        }
    }
}
