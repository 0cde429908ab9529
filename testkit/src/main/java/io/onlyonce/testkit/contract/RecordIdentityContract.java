package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.Scope;
import io.onlyonce.error.InvalidKeyException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.RecordKey;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which keys are the same record: only those that are equal byte for byte in scope, operation and key. */
public abstract class RecordIdentityContract extends RecordFixture {
    @Test
    @DisplayName("B-03 keys that differ only in case are different records")
    void caseMatters() {
        assertAllDifferent(key("Key-A"), key("key-a"), key("KEY-A"));
    }

    @Test
    @DisplayName("B-03 scopes that differ only in an accent are different records")
    void accentMatters() {
        assertAllDifferent(
                inScope("cafe"), inScope("café"), inScope("cafe\u0301"), inScope("CAFÉ"), inScope("caf\u00ea"));
    }

    @Test
    @DisplayName(
            "B-03 scopes and operations that differ only in a trailing blank are different records; a key cannot have one")
    void trailingBlankMatters() {
        assertThatThrownBy(() -> new IdempotencyKey("key-a ")).isInstanceOf(InvalidKeyException.class);
        assertAllDifferent(inScope("a"), inScope("a "), inScope("a  "));
        assertAllDifferent(ofOperation("pay"), ofOperation("pay "));
    }

    @Test
    @DisplayName("B-03 scopes that differ only in characters nobody sees are different records")
    void invisibleCharactersMatter() {
        assertAllDifferent(
                inScope("a"), inScope("a\u200b"), inScope("a\u00ad"), inScope("\ufeffa"), inScope("a\u00a0"));
    }

    @Test
    @DisplayName("B-03 scopes with four-byte characters are kept apart")
    void fourByteCharacters() {
        assertAllDifferent(
                inScope("\ud83d\ude00"),
                inScope("\ud83d\ude01"),
                inScope("\ud842\udfb7"),
                inScope("?"),
                inScope("\ufffd"));
    }

    @Test
    @DisplayName("B-03 letters that some collations equate are different records")
    void collationPairs() {
        assertAllDifferent(
                inScope("strasse"), inScope("straße"), inScope("ss"), inScope("ß"), inScope("æ"), inScope("ae"));
        assertAllDifferent(inScope("i"), inScope("ı"), inScope("İ"), inScope("I"));
    }

    @Test
    @DisplayName("B-19 keys of 255 characters with the first 254 equal are different records")
    void longestKeys() {
        String head = "k".repeat(IdempotencyKey.MAX_LENGTH - 1);
        assertAllDifferent(key(head + "a"), key(head + "b"), key(head));
    }

    @Test
    @DisplayName(
            "B-19 scopes of 512 bytes and operations of 200 characters that differ only at their end are different records")
    void longestScopesAndOperations() {
        String scope = scope("");
        String head = scope + "s".repeat(Scope.MAX_BYTES - 1 - scope.length());
        assertAllDifferent(new RecordKey(head + "a", "pay", "k"), new RecordKey(head + "b", "pay", "k"));
        assertAllDifferent(ofOperation("o".repeat(199) + "a"), ofOperation("o".repeat(199) + "b"));
    }

    @Test
    @DisplayName("a scope of 512 bytes in three-byte characters is kept whole")
    void longestScopeInBytes() {
        String scope = scope("");
        String wide = scope + "界".repeat((Scope.MAX_BYTES - scope.length()) / 3);
        RecordKey key = new RecordKey(new Scope(wide).text(), "pay", "k");
        remember(key, "whole");
        assertThat(recordOf(look(key)).key()).isEqualTo(key);
    }

    @Test
    @DisplayName("B-02 the same key in another scope is another record")
    void otherScope() {
        assertAllDifferent(inScope("tenant-1/alice"), inScope("tenant-1/bob"), inScope("tenant-2/alice"));
    }

    @Test
    @DisplayName("B-02 the same key for another operation is another record")
    void otherOperation() {
        assertAllDifferent(
                ofOperation("create-order"),
                ofOperation("create-refund"),
                ofOperation("PUT /tickets/1"),
                ofOperation("PUT /tickets/2"));
    }

    @Test
    @DisplayName("B-02 no choice of separator glues scope, operation and key into another record's")
    void glue() {
        for (String mark : List.of(":", "_", "|", "/", "-", "%2F", "\\", " ")) {
            String own = scope("glue" + mark.hashCode());
            assertAllDifferent(
                    new RecordKey(own + mark + "a", "b", "c"),
                    new RecordKey(own, "a" + mark + "b", "c"),
                    new RecordKey(own, "a", "b" + mark + "c"),
                    new RecordKey(own + mark + "a" + mark + "b", "c", "c"),
                    new RecordKey(own + mark, "b", "c"),
                    new RecordKey(own, mark + "b", "c"));
        }
    }

    @Test
    @DisplayName("B-02 scopes whose parts hold the separator are different records")
    void gluedScopeParts() {
        assertAllDifferent(Stream.of(
                        Scope.of(scope("a"), "b/c"),
                        Scope.of(scope("a"), "b", "c"),
                        Scope.of(scope("a/b"), "c"),
                        Scope.of(scope("a"), "", "b/c"))
                .map(scope -> new RecordKey(scope.text(), "pay", "k"))
                .toArray(RecordKey[]::new));
    }

    @Test
    @DisplayName("every printable character in key, operation and scope comes back as it was")
    void everyCharacter() {
        String all = IntStream.rangeClosed(0x21, 0x7E)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        RecordKey key = new RecordKey(scope(all + " é 界 '); DROP TABLE x;--"), all + " ' \" \\ %", all);
        remember(key, "kept");
        assertThat(recordOf(look(key)).key()).isEqualTo(key);
    }

    @Test
    @DisplayName("keys that are UUIDv7 or ULID of the same millisecond are different records, whatever their case")
    void timeOrderedKeys() {
        assertAllDifferent(
                key("01890a5d-ac96-774b-bcce-b302099a8057"),
                key("01890a5d-ac96-774b-bcce-b302099a8058"),
                key("01890A5D-AC96-774B-BCCE-B302099A8057"),
                key("01890a5d-ac96-474b-bcce-b302099a8057"),
                key("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
                key("01ARZ3NDEKTSV4RRFFQ69G5FAW"),
                key("01arz3ndektsv4rrffq69g5fav"));
    }

    @Test
    @DisplayName("two hundred keys beside each other keep two hundred answers")
    void manyKeys() {
        assertAllDifferent(
                IntStream.range(0, 200).mapToObj(i -> key("many-" + i)).toArray(RecordKey[]::new));
    }

    private RecordKey inScope(String end) {
        return new RecordKey(scope(end), "create-order", "k1");
    }

    private RecordKey ofOperation(String operation) {
        return new RecordKey(scope("one"), operation, "k1");
    }

    /** Each gets a record, an answer and an identity of its own, and takes none from the others. */
    private void assertAllDifferent(RecordKey... keys) {
        long before = countRecords();
        for (int i = 0; i < keys.length; i++) {
            assertThat(remember(keys[i], "answer " + i))
                    .as("first claim of %s", keys[i])
                    .isInstanceOf(Claim.Claimed.class);
        }
        for (int i = 0; i < keys.length; i++) {
            assertDone(keys[i], "answer " + i);
            assertThat(recordOf(look(keys[i])).key()).isEqualTo(keys[i]);
        }
        assertThat(countRecords() - before).as("records stored").isEqualTo(keys.length);
    }
}
