package io.onlyonce.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Fingerprint;
import io.onlyonce.error.MisuseException;
import io.onlyonce.json.Answers.Card;
import io.onlyonce.json.Answers.Line;
import io.onlyonce.json.Answers.Payment;
import io.onlyonce.json.Answers.Tree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ValueFingerprintTest {
    private static final ValueFingerprint VALUES = new ValueFingerprint();

    record Command(Line line, Set<Line> extras, Map<String, Set<Integer>> options) {}

    @Test
    @DisplayName("B-04 Equal arguments have one fingerprint, in whatever order their sets and maps are")
    void unordered() {
        Line tea = new Line("tea", 1, new BigDecimal("1.10"));
        Line milk = new Line("milk", 2, new BigDecimal("0.80"));
        Map<String, Set<Integer>> options = new LinkedHashMap<>();
        options.put("b", new LinkedHashSet<>(List.of(2, 1)));
        options.put("a", Set.of());
        Command one = new Command(tea, new LinkedHashSet<>(List.of(tea, milk)), options);
        Command other = new Command(
                tea, new LinkedHashSet<>(List.of(milk, tea)), new HashMap<>(Map.of("a", Set.of(), "b", Set.of(1, 2))));
        assertThat(of(one)).isEqualTo(of(other));
        assertThat(of(one)).isNotEqualTo(of(new Command(tea, Set.of(tea), options)));
        assertThat(of(List.of(tea, milk))).isNotEqualTo(of(List.of(milk, tea)));
    }

    @Test
    @DisplayName("B-04 Arguments count by value: a scale does not, a digit, a null and a type do")
    void values() {
        assertThat(of(new BigDecimal("1.10"))).isEqualTo(of(new BigDecimal("1.1")));
        assertThat(of(9007199254740993L)).isNotEqualTo(of(9007199254740992L));
        assertThat(of(null)).isNotEqualTo(of("null"));
        assertThat(of(Arrays.asList("a", null))).isNotEqualTo(of(List.of("a")));
        assertThat(of(10)).isNotEqualTo(of("10")).isEqualTo(of(10L));
        assertThat(of(Set.of(List.of(1, 2)))).isNotEqualTo(of(Set.of(List.of(2, 1))));
        assertThat(of(Set.of((Payment) new Card("1", BigDecimal.ONE))))
                .isNotEqualTo(of(Set.of(new Card("2", BigDecimal.ONE))));
    }

    @Test
    @DisplayName("Volatile fields of an argument are left out")
    void volatileFields() {
        ValueFingerprint values = new ValueFingerprint(ExactJson.mapper(), new JsonFingerprint(Set.of("/count")));
        assertThat(of(values, new Line("tea", 1, BigDecimal.ONE)))
                .isEqualTo(of(values, new Line("tea", 2, BigDecimal.ONE)));
        assertThat(of(values, new Line("tea", 1, BigDecimal.ONE)))
                .isNotEqualTo(of(values, new Line("tea", 1, BigDecimal.TEN)));
    }

    @Test
    @DisplayName("What can't be written is a misuse that names the class")
    void unwritable() {
        List<Tree> branches = new ArrayList<>();
        Tree cycle = new Tree("root", branches, Optional.empty());
        branches.add(cycle);
        assertThatThrownBy(() -> of(cycle))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining(Tree.class.getName())
                .hasMessageContaining("Leave this argument out");
    }

    private static Fingerprint of(Object value) {
        return of(VALUES, value);
    }

    private static Fingerprint of(ValueFingerprint values, Object value) {
        Fingerprint.Hasher hasher = Fingerprint.hasher();
        values.add(hasher, value);
        return hasher.finish();
    }
}
