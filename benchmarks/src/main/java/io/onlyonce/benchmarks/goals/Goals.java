package io.onlyonce.benchmarks.goals;

import static io.onlyonce.benchmarks.goals.Goal.least;
import static io.onlyonce.benchmarks.goals.Goal.most;

import io.onlyonce.benchmarks.design.Designs;
import java.util.List;

/** The goals, in their order. Figures of designs are multiples of the bare business transaction's in the same round. */
final class Goals {
    private static final String FIRST = "/" + Designs.ONLYONCE + "/";
    private static final String END = "/" + Designs.ONLYONCE_AT_END + "/";
    private static final String READ = "/" + Designs.ONLYONCE_READ_FIRST + "/";

    private Goals() {}

    static final List<Goal> ALL = List.of(
            most("G1", "extra commits of a first call", "postgresql/exact" + FIRST + "extra-commits", 0),
            most("G2", "extra round trips, claim first", "postgresql/exact" + FIRST + "extra-trips", 1),
            most("G2", "extra round trips, record at end", "postgresql/exact" + END + "extra-trips", 0),
            most("G2", "extra round trips, claim first, MariaDB", "mariadb/exact" + FIRST + "extra-trips", 2),
            most("G2", "extra round trips, record at end, MariaDB", "mariadb/exact" + END + "extra-trips", 1),
            most("G3", "extra bytes of WAL, claim first", "postgresql/exact" + FIRST + "extra-wal", 850),
            most("G3", "extra bytes of WAL, record at end", "postgresql/exact" + END + "extra-wal", 650),
            least("G4", "throughput, claim first, 4 threads", "postgresql/cost/4" + FIRST + "throughput", 0.70),
            least("G4", "throughput, claim first, 16 threads", "postgresql/cost/16" + FIRST + "throughput", 0.70),
            least("G4", "throughput, record at end, 4 threads", "postgresql/cost/4" + END + "throughput", 0.88),
            least("G4", "throughput, record at end, 16 threads", "postgresql/cost/16" + END + "throughput", 0.88),
            least(
                    "G5",
                    "the same, commits not synced, claim first",
                    "postgresql/unsynced/4" + FIRST + "throughput",
                    0.66),
            least(
                    "G5",
                    "the same, commits not synced, record at end",
                    "postgresql/unsynced/4" + END + "throughput",
                    0.92),
            least("G6", "throughput, claim first, MariaDB, 4 threads", "mariadb/cost/4" + FIRST + "throughput", 0.60),
            least("G6", "throughput, claim first, MariaDB, 16 threads", "mariadb/cost/16" + FIRST + "throughput", 0.60),
            least("G6", "throughput, record at end, MariaDB, 4 threads", "mariadb/cost/4" + END + "throughput", 0.75),
            least("G6", "throughput, record at end, MariaDB, 16 threads", "mariadb/cost/16" + END + "throughput", 0.75),
            most("G7", "p50, claim first, 1 thread", "postgresql/cost/1" + FIRST + "p50", 1.26),
            most("G7", "p50, record at end, 1 thread", "postgresql/cost/1" + END + "p50", 1.05),
            most("G8", "server CPU, claim first", "postgresql/cost/1" + FIRST + "server-cpu", 1.5),
            most("G8", "server CPU, record at end", "postgresql/cost/1" + END + "server-cpu", 1.1),
            least("G9", "times the best JDBC peer, 16 threads, claim first", "peers/claim-first", 2.0),
            least("G9", "times the best JDBC peer, 16 threads, record at end", "peers/at-end", 2.5),
            least("G10", "throughput over the same design by hand, 4 threads", "derived/by-hand/throughput", 0.97),
            most("G10", "µs of client CPU more than by hand, 1 thread", "derived/by-hand/client-us", 10),
            most("G11", "round trips of a replay, read first", "postgresql/exact" + READ + "replay-trips", 1),
            most("G11", "bytes of WAL of a replay", "postgresql/exact" + FIRST + "replay-wal", 0),
            least(
                    "G11",
                    "replays over reads by primary key, read first, 1 thread",
                    "postgresql/replay/1" + READ + "throughput",
                    0.95),
            least(
                    "G11",
                    "replays over reads by primary key, read first, 16 threads",
                    "postgresql/replay/16" + READ + "throughput",
                    0.95),
            most("G11", "ns of a replay out of the near cache", "micro/Replay.cached/ns", 1000),
            most(
                    "G13",
                    "herd of 16, two nodes: ms from the work's end to the last answer",
                    "postgresql/herd/16/2" + FIRST + "last-ms",
                    6),
            most("G13", "herd of 100, two nodes: the same", "postgresql/herd/100/2" + FIRST + "last-ms", 6),
            most("G13", "herd of 100: executions", "postgresql/herd/100/2" + FIRST + "executions", 1),
            most(
                    "G13",
                    "herd of 100, two nodes: connections taken",
                    "postgresql/herd/100/2" + FIRST + "connections",
                    2),
            least(
                    "G15",
                    "claim and completion in Redis over two PINGs, 16 threads",
                    "redis/store: claim, complete/16",
                    0.95),
            most("G16", "in memory, first call over a map by hand", "micro/FirstCall.transactional/of-limit", 2),
            most("G16", "in memory, replay over a map by hand", "micro/Replay.transactional/of-limit", 2),
            least("G17", "behind Spring MVC, claim first", "postgresql/mvc/mvc-claim-first/throughput", 0.80),
            least("G17", "behind Spring MVC, record at end", "postgresql/mvc/mvc-at-end/throughput", 0.94),
            most(
                    "G18",
                    "p50 at 10^7 records over 10^4, random keys",
                    "postgresql/growth/RANDOM/10000000/p50-over-smallest",
                    1.15),
            most(
                    "G18",
                    "p50 at 10^7 records over 10^4, UUIDv7 keys",
                    "postgresql/growth/UUIDV7/10000000/p50-over-smallest",
                    1.15));
}
