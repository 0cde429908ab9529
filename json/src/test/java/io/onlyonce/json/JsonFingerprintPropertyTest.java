package io.onlyonce.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import java.math.BigDecimal;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import tools.jackson.databind.json.JsonMapper;

class JsonFingerprintPropertyTest {
    private static final JsonFingerprint ALL = new JsonFingerprint(Set.of());
    private static final JsonMapper REFERENCE = JsonMapper.builder().build();

    @Property(tries = 2000)
    @Label("B-04 Members shuffled, blanks, escapes and numbers written otherwise: the same fingerprint")
    void written(@ForAll long seed) {
        RandomJson random = new RandomJson(seed);
        Object document = random.document();
        String one = random.write(document);
        String other = random.write(document);
        assertThat(of(one)).as("%s and %s", one, other).isEqualTo(of(other));
    }

    @Property(tries = 2000)
    @Label("B-04 One change in a value, a digit, a type, a name or an order: another fingerprint")
    void changed(@ForAll long seed) {
        RandomJson random = new RandomJson(seed);
        Object document = random.document();
        Object changed = random.changed(document);
        assertThat(changed).isNotEqualTo(document);
        String one = random.write(document);
        String other = random.write(changed);
        assertThat(of(one)).as("%s and %s", one, other).isNotEqualTo(of(other));
    }

    @Property(tries = 2000)
    @Label("B-04 Two amounts have one fingerprint exactly if they are the same amount, to the last digit")
    void money(
            @ForAll @BigRange(min = "-1e20", max = "1e20") @Scale(6) BigDecimal amount,
            @ForAll @IntRange(max = 30) int place) {
        BigDecimal near = amount.add(BigDecimal.ONE.movePointLeft(place));
        assertThat(ofAmount(amount.toString())).isNotEqualTo(ofAmount(near.toString()));
        assertThat(ofAmount(amount.toPlainString()))
                .isEqualTo(ofAmount(amount.setScale(amount.scale() + place).toString()))
                .isEqualTo(ofAmount(amount.unscaledValue() + "e" + -amount.scale()));
        assertThat(ofAmount(amount.toString())).isNotEqualTo(ofAmount("\"" + amount + "\""));
    }

    @Property(tries = 2000)
    @Label("B-04 Any bytes: a fingerprint or the typed refusal, nothing else")
    void anyBytes(@ForAll byte[] bytes) {
        assertReadOrRefused(bytes);
    }

    @Property(tries = 2000)
    @Label("B-04 A document with a few wrong bytes: a fingerprint or the typed refusal, nothing else")
    void damaged(@ForAll long seed) {
        RandomJson json = new RandomJson(seed);
        byte[] bytes = json.write(json.document()).getBytes(UTF_8);
        Random random = new Random(seed);
        String likely = "{}[]\",:\\u0019eE+-.tfn \0\t\u00e9";
        for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
            byte[] source = random.nextInt(4) == 0 ? new byte[] {(byte) random.nextInt()} : likely.getBytes(UTF_8);
            bytes[random.nextInt(bytes.length)] = source[random.nextInt(source.length)];
        }
        assertReadOrRefused(bytes);
    }

    @Property(tries = 1000)
    @Label("B-04 Strings of any characters count exactly")
    void strings(@ForAll String one, @ForAll String other) {
        String a = one.replaceAll("[\\ud800-\\udfff]", "");
        String b = other.replaceAll("[\\ud800-\\udfff]", "");
        assertThat(of(REFERENCE.writeValueAsString(a)).equals(of(REFERENCE.writeValueAsString(b))))
                .isEqualTo(a.equals(b));
    }

    /** What is read is JSON for a reader of its own as well; the text of a refusal holds nothing but numbers from the document. */
    private static void assertReadOrRefused(byte[] bytes) {
        try {
            ALL.add(Fingerprint.hasher(), bytes);
        } catch (UnreadableJsonException e) {
            assertThat(e.line()).isPositive();
            assertThat(e.column()).isPositive();
            assertThat(e.getMessage())
                    .startsWith("The JSON document can't be read: at line " + e.line() + ", column " + e.column());
            return;
        }
        assertThat(REFERENCE.readTree(bytes)).isNotNull();
    }

    private static Fingerprint ofAmount(String amount) {
        return of("{\"amount\":" + amount + "}");
    }

    private static Fingerprint of(String json) {
        Fingerprint.Hasher hasher = Fingerprint.hasher();
        ALL.add(hasher, json.getBytes(UTF_8));
        return hasher.finish();
    }
}
