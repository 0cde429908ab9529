package io.onlyonce.benchmarks.purge;

import io.onlyonce.benchmarks.purge.PurgeDatabase.Digest;
import io.onlyonce.benchmarks.report.Check;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has to be so in the data when all rounds are over. */
final class Checks {
    private Checks() {}

    /**
     * @param before the live records before the first round
     * @param due the keys that have to have one effect each
     */
    static List<Check> of(PurgeDatabase database, List<RoundResult> rounds, Digest before, Set<String> due)
            throws SQLException {
        Digest after = database.digestOfLive();
        long expired = database.countExpired();
        long claims = database.countClaims();
        long records = database.countRecords();
        int errors = rounds.stream().mapToInt(RoundResult::errors).sum();
        return List.of(
                new Check("no request and no batch failed", errors == 0, errors + " errors"),
                new Check("every live record is there and unchanged", after.equals(before), before + ", " + after),
                new Check("no expired record is left", expired == 0, String.valueOf(expired)),
                new Check("no claim is left", claims == 0, String.valueOf(claims)),
                new Check(
                        "the other records are those of the requests, one for each key",
                        records == before.count() + due.size(),
                        records + " = " + before.count() + " + " + due.size()),
                effects(database, due));
    }

    private static Check effects(PurgeDatabase database, Set<String> due) throws SQLException {
        Map<String, Long> effects = new HashMap<>();
        database.effects(effects::put);
        long twice = effects.values().stream().filter(count -> count != 1).count();
        boolean same = effects.keySet().equals(due);
        return new Check(
                "every request's key has exactly one effect",
                same && twice == 0,
                due.size() + " keys, " + effects.size() + " with effects, " + twice + " with more than one");
    }
}
