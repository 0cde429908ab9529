package io.onlyonce.verify.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Expectation;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Observed.Balance;
import io.onlyonce.verify.check.Observed.Breach;
import io.onlyonce.verify.check.Observed.Change;
import io.onlyonce.verify.check.Observed.Decision;
import io.onlyonce.verify.check.Observed.Entry;
import io.onlyonce.verify.check.Observed.LogLine;
import io.onlyonce.verify.check.Rules;
import io.onlyonce.verify.check.Rules.States;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Call;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.history.Identity;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RunFilesPropertyTest {
    private static final List<Meaning> MEANINGS = List.of(Meaning.values());

    @Property(tries = 200)
    @Label("what is read back is what was written, and is judged the same")
    void writtenAndRead(@ForAll("reports") Report report) throws IOException {
        Path directory = Files.createTempDirectory("run");
        try {
            RunFiles files = new RunFiles(directory.resolve("new"));
            files.write(report);
            Report read = files.read();
            assertThat(read.history().events()).isEqualTo(report.history().events());
            assertThat(read.result().evidence().observed())
                    .isEqualTo(report.result().evidence().observed());
            assertThat(read.result().evidence().rules())
                    .isEqualTo(report.result().evidence().rules());
            assertThat(read.verdict()).isEqualTo(report.verdict());
            assertThat(read.plan()).isEqualTo(report.plan());
            assertThat(read.duration()).isEqualTo(report.duration());
            assertThat(read.result().seed()).isEqualTo(report.result().seed());
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Provide
    Arbitrary<Report> reports() {
        return Combinators.combine(
                        evidence(),
                        text(),
                        Arbitraries.longs(),
                        Arbitraries.integers().between(0, 100_000))
                .as((evidence, plan, seed, millis) -> new Report(
                        plan, Duration.ofMillis(millis), new Result(new Judge().judge(evidence), evidence, seed)));
    }

    private static Arbitrary<Evidence> evidence() {
        return Combinators.combine(histories(), observed(), rules()).as(Evidence::new);
    }

    private static Arbitrary<String> text() {
        return Arbitraries.strings()
                .all()
                .ofMaxLength(12)
                .filter(text -> text.codePoints()
                        .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE));
    }

    private static Arbitrary<History> histories() {
        return Combinators.combine(
                        text().list().ofSize(6), Arbitraries.integers().between(0, 12), Arbitraries.longs())
                .as((texts, attempts, seed) -> history(texts, attempts, new Random(seed)));
    }

    private static History history(List<String> texts, int attempts, Random random) {
        List<Event> events = new ArrayList<>();
        long at = 0;
        for (int attempt = 1; attempt <= attempts; attempt++) {
            String any = texts.get(random.nextInt(texts.size()));
            Call call = new Call(
                    new Identity(random.nextBoolean() ? "order" : "payment", texts.get(0), "key" + random.nextInt(3)),
                    "ref" + random.nextInt(3),
                    any,
                    "POST /" + texts.get(1));
            events.add(new Event.Invoked(at += random.nextInt(1000), attempt, attempt, call, texts.get(2)));
            at += random.nextInt(1000);
            switch (random.nextInt(5)) {
                case 0 -> events.add(new Event.NotSent(at, attempt, any));
                case 1 -> events.add(new Event.Unknown(at, attempt, any));
                case 2 -> events.add(new Event.Noted(at, any));
                default ->
                    events.add(new Event.Answered(
                            at,
                            attempt,
                            new Answer(
                                    MEANINGS.get(random.nextInt(MEANINGS.size())),
                                    200,
                                    Map.of("location", any),
                                    texts.get(3),
                                    texts.get(4),
                                    random.nextBoolean(),
                                    random.nextBoolean())));
            }
        }
        return History.of(events);
    }

    private static Arbitrary<Observed> observed() {
        Arbitrary<Balance> balances = Combinators.combine(text(), Arbitraries.bigDecimals(), Arbitraries.bigDecimals())
                .as(Balance::new);
        Arbitrary<Breach> breaches =
                Combinators.combine(text(), text().list().ofMaxSize(2)).as(Breach::new);
        Arbitrary<Change> changes = Combinators.combine(text(), text(), text()).as(Change::new);
        Arbitrary<Entry> records =
                Combinators.combine(text(), Arbitraries.of(true, false)).as(Entry::new);
        Arbitrary<LogLine> lines =
                Combinators.combine(text(), Arbitraries.of(Decision.values())).as(LogLine::new);
        return Combinators.combine(
                        Arbitraries.maps(
                                Arbitraries.of("ref0", "ref1", "ref2"),
                                Arbitraries.longs().between(0, 3)),
                        balances.list().ofMaxSize(2),
                        breaches.list().ofMaxSize(2),
                        changes.list().ofMaxSize(3),
                        records.list().ofMaxSize(3).optional(),
                        lines.list().ofMaxSize(3).optional())
                .as((effects, sums, broken, moved, kept, log) ->
                        new Observed(Map.of("order", effects), sums, broken, moved, kept, log));
    }

    private static Arbitrary<Rules> rules() {
        Arbitrary<Optional<States>> states = Combinators.combine(text(), text())
                .as((from, to) -> new States(Set.of(from), Map.of(from, Set.of(to))))
                .optional();
        return states.map(legal -> new Rules(Map.of("order", Expectation.STRICT), legal, Duration.ofSeconds(30)));
    }
}
