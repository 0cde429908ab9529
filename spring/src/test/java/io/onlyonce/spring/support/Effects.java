package io.onlyonce.spring.support;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writes effects in the transaction that is open on the thread, and counts outside of it how often that was tried. Thread-safe. */
public class Effects {
    private final JdbcTemplate jdbc;
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();

    public Effects(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** One effect; the name is the key that it is made under. */
    public void write(String name) {
        runs.computeIfAbsent(name, any -> new AtomicInteger()).incrementAndGet();
        jdbc.update("INSERT INTO effect (name) VALUES (?)", name);
    }

    /** How often the work ran, rolled back or not. */
    public int runs(String name) {
        AtomicInteger count = runs.get(name);
        return count == null ? 0 : count.get();
    }

    public JdbcTemplate jdbc() {
        return jdbc;
    }
}
