package io.onlyonce.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

class ValueFingerprintPropertyTest {
    private static final ValueFingerprint VALUES = new ValueFingerprint();

    @Property(tries = 300)
    @Label("B-04 A set's history does not show in its fingerprint, its elements do")
    void sets(@ForAll Set<String> words, @ForAll long seed) {
        List<String> clean = new ArrayList<>(new LinkedHashSet<>(words.stream()
                .map(word -> word.replaceAll("[\\ud800-\\udfff]", ""))
                .toList()));
        Set<String> one = new LinkedHashSet<>(clean);
        Collections.shuffle(clean, new Random(seed));
        Set<String> other = new LinkedHashSet<>(clean);
        assertThat(of(one)).isEqualTo(of(other));
        other.add("one\nmore");
        assertThat(of(one)).isNotEqualTo(of(other));
    }

    private static Fingerprint of(Object value) {
        Fingerprint.Hasher hasher = Fingerprint.hasher();
        VALUES.add(hasher, value);
        return hasher.finish();
    }
}
