package io.onlyonce.memory;

import io.onlyonce.token.Consumption;
import io.onlyonce.token.ImmediateTokenStore;
import io.onlyonce.token.Issued;
import io.onlyonce.token.MultipleUse;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TokenMaintenance;
import io.onlyonce.token.TokenTerms;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tokens in memory, consumed at once. Forgets everything with its process: for tests and examples, never for production. Thread-safe. */
public final class MemoryTokenStore implements ImmediateTokenStore, MultipleUse, TokenMaintenance {
    private final InstantSource clock;
    private final Map<TokenHash, Row> rows = new HashMap<>();

    public MemoryTokenStore() {
        this(InstantSource.system());
    }

    public MemoryTokenStore(InstantSource clock) {
        this.clock = clock;
    }

    private record Row(int usesLeft, Instant expiresAt) {}

    @Override
    public Issued issue(TokenBinding binding, Duration lifetime) {
        return issue(binding, TokenTerms.once(lifetime));
    }

    @Override
    public synchronized Issued issue(TokenBinding binding, TokenTerms terms) {
        OneTimeToken token = OneTimeToken.random();
        Instant expiresAt = clock.instant().plus(terms.lifetime());
        rows.put(TokenHash.of(token, binding), new Row(terms.uses(), expiresAt));
        return new Issued(token, expiresAt);
    }

    @Override
    public synchronized Consumption consume(OneTimeToken token, TokenBinding binding) {
        TokenHash hash = TokenHash.of(token, binding);
        Row row = rows.get(hash);
        if (row == null || row.usesLeft == 0 || !row.expiresAt.isAfter(clock.instant())) {
            return new Consumption.Refused();
        }
        rows.put(hash, new Row(row.usesLeft - 1, row.expiresAt));
        return new Consumption.Consumed();
    }

    @Override
    public synchronized int purgeExpired(int limit) {
        Instant now = clock.instant();
        List<TokenHash> over = rows.entrySet().stream()
                .filter(row -> !row.getValue().expiresAt.isAfter(now))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
        over.forEach(rows::remove);
        return over.size();
    }

    /** All that is kept, as text. */
    public synchronized String dump() {
        return rows.toString();
    }

    /** How many tokens are kept, used ones too; expired ones count until they are purged. */
    public synchronized int size() {
        return rows.size();
    }
}
