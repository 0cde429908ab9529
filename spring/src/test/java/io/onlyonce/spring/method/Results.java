package io.onlyonce.spring.method;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.Effects;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Methods with results of all kinds, each with one effect under its key. */
class Results {
    private final Effects effects;

    Results(Effects effects) {
        this.effects = effects;
    }

    enum Level {
        LOW,
        /** With a class of its own. */
        HIGH {
            @Override
            public String toString() {
                return "the highest";
            }
        }
    }

    record Line(String sku, BigDecimal price) {}

    record Page<T>(List<T> content, long total) {}

    record Cyclic(List<Object> self) {}

    private <T extends @Nullable Object> T done(String key, T result) {
        effects.write(key);
        return result;
    }

    @Idempotent(key = "#key")
    public @Nullable String nullText(String key) {
        return done(key, null);
    }

    @Idempotent(key = "#key")
    public void nothing(String key) {
        effects.write(key);
    }

    @Idempotent(key = "#key")
    public boolean no(String key) {
        return done(key, false);
    }

    @Idempotent(key = "#key")
    public int zero(String key) {
        return done(key, 0);
    }

    @Idempotent(key = "#key")
    public @Nullable Integer nullNumber(String key) {
        return done(key, null);
    }

    @Idempotent(key = "#key")
    public String empty(String key) {
        return done(key, "");
    }

    @Idempotent(key = "#key")
    public String theWordNull(String key) {
        return done(key, "null");
    }

    @Idempotent(key = "#key")
    public List<String> emptyList(String key) {
        return done(key, List.of());
    }

    @Idempotent(key = "#key")
    public Map<String, String> emptyMap(String key) {
        return done(key, Map.of());
    }

    @Idempotent(key = "#key")
    public Optional<Line> noLine(String key) {
        return done(key, Optional.empty());
    }

    @Idempotent(key = "#key")
    public Long one(String key) {
        return done(key, 1L);
    }

    @Idempotent(key = "#key")
    public BigDecimal money(String key) {
        return done(key, new BigDecimal("1.10"));
    }

    @Idempotent(key = "#key")
    public List<BigDecimal> decimals(String key) {
        return done(key, List.of(new BigDecimal("0E-10"), new BigDecimal("1e400"), new BigDecimal("1.10")));
    }

    @Idempotent(key = "#key")
    public Instant instant(String key) {
        return done(key, Instant.parse("2026-01-02T03:04:05.123456789Z"));
    }

    @Idempotent(key = "#key")
    public OffsetDateTime offset(String key) {
        return done(key, OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHoursMinutes(5, 30)));
    }

    @Idempotent(key = "#key")
    public LocalDate date(String key) {
        return done(key, LocalDate.of(2026, 2, 28));
    }

    @Idempotent(key = "#key")
    public List<Long> longs(String key) {
        return done(key, Stream.of(1L, Long.MAX_VALUE).toList());
    }

    @Idempotent(key = "#key")
    public Map<Level, List<Line>> byLevel(String key) {
        Map<Level, List<Line>> lines = new EnumMap<>(Level.class);
        lines.put(Level.HIGH, List.of(new Line("a", new BigDecimal("2.50"))));
        return done(key, lines);
    }

    @Idempotent(key = "#key")
    public Page<Line> page(String key) {
        return done(key, new Page<>(List.of(new Line("a", new BigDecimal("0.10"))), 1));
    }

    @Idempotent(key = "#key")
    public Optional<Line> line(String key) {
        return done(key, Optional.of(new Line("a", BigDecimal.ONE)));
    }

    @Idempotent(key = "#key")
    public byte[] bytes(String key) {
        return done(key, new byte[] {0, -1, 127});
    }

    @Idempotent(key = "#key")
    public Level level(String key) {
        return done(key, Level.HIGH);
    }

    @Idempotent(key = "#key")
    public UUID id(String key) {
        return done(key, new UUID(1, 2));
    }
}
