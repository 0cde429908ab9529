package io.onlyonce.benchmarks.cost;

import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Processor time of the database server, read from {@code /proc}. On PostgreSQL of the processes that serve this database and of the one that writes the
 * log; on MariaDB of the whole server.
 */
public final class ServerCpu {
    private static final String PROCESSES = """
            SELECT pid FROM pg_stat_activity
            WHERE (datname = current_database() OR backend_type = 'walwriter') AND pid <> pg_backend_pid()
            """;

    private static final String PID_FILE = "SELECT @@pid_file";

    /** Linux tells processes' times in hundredths of a second. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    private final BenchmarkDatabase database;

    /** Of the server that has this database. */
    public ServerCpu(BenchmarkDatabase database) {
        this.database = database;
    }

    /**
     * The times so far.
     *
     * @param ticks by process; empty = they cannot be read
     */
    public record Reading(Map<Long, Long> ticks) {
        /** What has been added, in seconds; NaN where it cannot be read. */
        public double secondsSince(Reading before) {
            if (ticks.isEmpty() || before.ticks.isEmpty()) {
                return Double.NaN;
            }
            long sum = 0;
            for (Map.Entry<Long, Long> process : ticks.entrySet()) {
                sum += process.getValue() - before.ticks.getOrDefault(process.getKey(), 0L);
            }
            return sum / TICKS_PER_SECOND;
        }
    }

    /** Reads them; nothing if the server runs on another machine or does not show its processes. */
    public Reading read() throws SQLException {
        Map<Long, Long> ticks = new HashMap<>();
        for (long process : processes()) {
            try {
                ticks.put(process, ticks(process));
            } catch (IOException e) {
                // it has ended, or does not show itself
            }
        }
        return new Reading(ticks);
    }

    private List<Long> processes() throws SQLException {
        String host = database.login().host();
        if (!host.equals("127.0.0.1") && !host.equals("localhost")) {
            return List.of();
        }
        if (database.server() == Server.MARIADB) {
            return mariadb(Path.of(database.text(PID_FILE)));
        }
        List<Long> processes = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(PROCESSES)) {
            while (rows.next()) {
                processes.add(rows.getLong(1));
            }
        }
        return processes;
    }

    private static List<Long> mariadb(Path pidFile) {
        try {
            return List.of(Long.parseLong(Files.readString(pidFile).strip()));
        } catch (IOException e) {
            return List.of(); // not for our eyes
        }
    }

    private static long ticks(long process) throws IOException {
        String stat = Files.readString(Path.of("/proc", String.valueOf(process), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
    }
}
