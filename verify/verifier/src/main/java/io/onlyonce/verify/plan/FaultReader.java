package io.onlyonce.verify.plan;

import io.onlyonce.verify.plan.Entry.Fields;
import io.onlyonce.verify.plan.Faults.Blow;
import io.onlyonce.verify.plan.Faults.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads what is to go wrong. */
final class FaultReader {
    private static final double MOST = 0.9;
    private static final Duration EVERY = Duration.ofSeconds(3);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private FaultReader() {}

    static Faults read(Entry entry, boolean started) {
        Fields fields =
                entry.fields("cut-before", "cut-after", "cut-answer", "late", "latency", "kill", "pause", "command");
        Map<Connection, Double> shares = new EnumMap<>(Connection.class);
        for (Connection connection : Connection.values()) {
            fields.find(connection.word()).ifPresent(found -> shares.put(connection, found.share()));
        }
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        if (sum > MOST) {
            throw entry.wrong(PlanTexts.shares(sum));
        }
        List<Blow> blows = new ArrayList<>();
        fields.find("kill").ifPresent(found -> blows.add(kill(found, started)));
        fields.find("pause").ifPresent(found -> blows.add(pause(found, started)));
        fields.find("command").ifPresent(found -> {
            Fields command = found.fields("run", "every");
            blows.add(new Blow.Command(
                    every(command),
                    command.need("run", "what a shell is to run").text()));
        });
        return new Faults(
                shares, fields.find("latency").map(Entry::durationOrNone).orElse(Faults.NONE.latency()), blows);
    }

    private static Blow kill(Entry entry, boolean started) {
        check(entry, started);
        return new Blow.Kill(every(entry.fields("every")));
    }

    private static Blow pause(Entry entry, boolean started) {
        check(entry, started);
        Fields fields = entry.fields("every", "for");
        return new Blow.Pause(
                every(fields), fields.find("for").map(Entry::duration).orElse(PAUSE));
    }

    private static void check(Entry entry, boolean started) {
        if (!started) {
            throw entry.wrong(PlanTexts.noStart(entry.name()));
        }
    }

    private static Duration every(Fields fields) {
        return fields.find("every").map(Entry::duration).orElse(EVERY);
    }
}
