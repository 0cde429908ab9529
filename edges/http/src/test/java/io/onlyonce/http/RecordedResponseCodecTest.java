package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.http.RecordedResponse.Header;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RecordedResponseCodecTest {
    private final RecordedResponseCodec codec = new RecordedResponseCodec();

    @Provide
    Arbitrary<RecordedResponse> answers() {
        Arbitrary<String> texts = Arbitraries.strings()
                .ofMaxLength(40)
                .filter(s -> s.chars().noneMatch(c -> Character.isSurrogate((char) c)));
        Arbitrary<Header> headers = Combinators.combine(texts, texts.list().ofMaxSize(4), Arbitraries.of(true, false))
                .as(Header::new);
        Arbitrary<byte[]> bodies = Arbitraries.bytes().array(byte[].class).ofMaxSize(3000);
        return Combinators.combine(
                        Arbitraries.integers().between(100, 999), headers.list().ofMaxSize(8), bodies.injectNull(0.1))
                .as(RecordedResponse::new);
    }

    @Property(tries = 300)
    void whatIsReadIsWhatWasWritten(@ForAll("answers") RecordedResponse answer) throws IOException {
        RecordedResponse read = codec.decode(codec.encode(answer));

        assertThat(read.status()).isEqualTo(answer.status());
        assertThat(read.headers()).isEqualTo(answer.headers());
        assertThat(read.body()).isEqualTo(answer.body());
    }

    @Property(tries = 200)
    void noCutIsReadAsAnAnswer(@ForAll("answers") RecordedResponse answer) throws IOException {
        byte[] bytes = codec.encode(answer);

        for (int length = 0; length < bytes.length; length += 1 + length / 20) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(IOException.class);
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> codec.decode(longer)).isInstanceOf(IOException.class);
    }

    @Property(tries = 300)
    void anyBytesAreReadOrRefusedButNeverSuffered(@ForAll byte[] bytes) {
        if (bytes.length > 0) {
            bytes[0] = 1;
        }
        try {
            assertThat(codec.decode(bytes).status()).isBetween(100, 999);
        } catch (IOException e) {
            assertThat(e).isNotNull(); // refused
        }
    }

    @Example
    void theFormatIsFixed() throws IOException {
        RecordedResponse answer = new RecordedResponse(
                201,
                List.of(new Header("ETag", List.of("é"), true), new Header("Link", List.of(), false)),
                new byte[] {7, 8});

        assertThat(codec.encode(answer))
                .containsExactly(
                        1, 0, 201, 0, 0, 0, 2, //
                        1, 0, 0, 0, 4, 'E', 'T', 'a', 'g', 0, 0, 0, 1, 0, 0, 0, 2, 0xC3, 0xA9, //
                        0, 0, 0, 0, 4, 'L', 'i', 'n', 'k', 0, 0, 0, 0, //
                        0, 0, 0, 2, 7, 8);
    }

    @Example
    void aBodyThatWasNotKeptIsNoEmptyBody() throws IOException {
        assertThat(codec.decode(codec.encode(new RecordedResponse(200, List.of(), null)))
                        .body())
                .isNull();
        assertThat(codec.decode(codec.encode(new RecordedResponse(200, List.of(), new byte[0])))
                        .body())
                .isEmpty();
    }

    @Example
    void anotherVersionIsRefused() throws IOException {
        byte[] bytes = codec.encode(new RecordedResponse(200, List.of(), new byte[0]));
        bytes[0] = 2;

        assertThatThrownBy(() -> codec.decode(bytes))
                .hasMessageContaining("version 2")
                .hasMessageContaining("reads 1");
    }

    @Example
    void hugeLengthsTakeNoMemory() {
        byte[] bytes = {1, 0, (byte) 200, 0, 0, 0, 0, 0x7F, -1, -1, -1};
        byte[] count = {1, 0, (byte) 200, 0x7F, -1, -1, -1};

        assertThatThrownBy(() -> codec.decode(bytes)).hasMessageContaining("damaged");
        assertThatThrownBy(() -> codec.decode(count)).hasMessageContaining("damaged");
    }
}
