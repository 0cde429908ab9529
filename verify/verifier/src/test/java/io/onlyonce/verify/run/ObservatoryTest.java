package io.onlyonce.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Observed.Entry;
import io.onlyonce.verify.plan.Observers;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.plan.RequestBuilder;
import io.onlyonce.verify.plan.Source;
import io.onlyonce.verify.plan.Template;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What is looked at")
class ObservatoryTest {
    @TempDir
    Path directory;

    private static final Plan EMPTY = PlanFile.parse("plan.yaml", """
            target: http://127.0.0.1:1
            requests: {place: {method: POST, path: /orders}}
            workload: [{burst: place}]
            """);

    private static Observed look(Plan plan) throws Exception {
        try (Rows rows = new Rows(plan.data(), "http://127.0.0.1:1", "v1", Set::of)) {
            return new Observatory(plan, rows, List.of()).look(Map.of());
        }
    }

    private static Plan records(String... words) {
        Source source = new Source.Code(
                "records",
                (run, refs) ->
                        List.of(words).stream().map(word -> List.of("k1", word)).toList());
        return new Plan(
                "plan",
                EMPTY.target(),
                EMPTY.requests(),
                Optional.empty(),
                new Observers(List.of(), Map.of(), Map.of(), Optional.empty(), Optional.of(source), Optional.empty()),
                EMPTY.workloads(),
                EMPTY.faults(),
                EMPTY.pace());
    }

    @Test
    @DisplayName("of a record is whether it is done, in the words of several services, and no guess")
    void done() throws Exception {
        assertThat(look(records("TRUE", "SUCCEEDED", "Completed", "FINISHED", "t", "1"))
                        .records())
                .get()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(Entry.class))
                .allMatch(Entry::done);
        assertThat(look(records("FALSE", "In-Progress", "pending", "0", "")).records())
                .get()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(Entry.class))
                .noneMatch(Entry::done);
        assertThatThrownBy(() -> look(records("C")))
                .hasMessageContaining("\"C\"")
                .hasMessageContaining("finished");
    }

    @Test
    @DisplayName("is read once, however many requests it is about, and has to be wide enough")
    void once() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        Source source = new Source.Code("effects", (run, refs) -> {
            reads.incrementAndGet();
            return List.of(List.of("v1-1", "1"));
        });
        Plan plan = new Plan(
                "plan",
                EMPTY.target(),
                Map.of(
                        "one",
                                new RequestBuilder("POST", "/one")
                                        .effects(source)
                                        .build(),
                        "other",
                                new RequestBuilder("POST", "/other")
                                        .effects(source)
                                        .build()),
                Optional.empty(),
                Observers.NONE,
                EMPTY.workloads(),
                EMPTY.faults(),
                EMPTY.pace());
        Observed observed = look(plan);
        assertThat(observed.effects("one", "v1-1")).isEqualTo(1);
        assertThat(observed.effects("other", "v1-1")).isEqualTo(1);
        assertThat(reads).hasValue(1);
        Source narrow = new Source.Code("narrow", (run, refs) -> List.of(List.of("v1-1")));
        Plan wrong = new Plan(
                "plan",
                EMPTY.target(),
                Map.of("one", new RequestBuilder("POST", "/one").effects(narrow).build()),
                Optional.empty(),
                Observers.NONE,
                EMPTY.workloads(),
                EMPTY.faults(),
                EMPTY.pace());
        assertThatThrownBy(() -> look(wrong)).hasMessageContaining("1 columns, 2 are needed");
    }

    @Test
    @DisplayName("can't be another thing for each operation, and says so")
    void onlyRun() {
        Plan plan = new Plan(
                "plan",
                EMPTY.target(),
                Map.of(
                        "place",
                        new RequestBuilder("POST", "/orders")
                                .effects(new Source.Sql(Template.of("select '${ref}', 1")))
                                .build()),
                Optional.empty(),
                Observers.NONE,
                EMPTY.workloads(),
                EMPTY.faults(),
                EMPTY.pace());
        assertThatThrownBy(() -> look(plan)).hasMessageContaining("only ${run}").hasMessageContaining("${ref}");
    }

    @Test
    @DisplayName("of a log are its whole lines since the last time, also behind half a character")
    void tail() throws Exception {
        Path file = directory.resolve("log");
        Files.write(file, new byte[] {'a', (byte) 0xE4, (byte) 0xB8, '\n', 'b'});
        LogTail tail = new LogTail(file);
        assertThat(tail.more()).singleElement().asString().startsWith("a");
        assertThat(tail.more()).isEmpty();
        Files.write(file, "c\nd\n".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        assertThat(tail.more()).containsExactly("bc", "d");
        Files.writeString(file, "e\n");
        assertThat(tail.more()).containsExactly("e");
    }
}
