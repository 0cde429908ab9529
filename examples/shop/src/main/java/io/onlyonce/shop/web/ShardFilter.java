package io.onlyonce.shop.web;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.shard.ShardBinding;
import io.onlyonce.shard.Sharding;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.shard.Shards;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.context.annotation.Profile;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Binds each request to the shard that its rows lie in, before anybody opens a transaction for it: an account's, a user's points', else the caller's. The caller is also the scope of his
 * idempotency keys, so a key can't come to two shards.
 */
@Component
@Profile("sharded")
@Order(Ordered.HIGHEST_PRECEDENCE + 101)
class ShardFilter extends OncePerRequestFilter {
    private static final String ACCOUNTS = "/api/accounts/";
    private static final String POINTS = "/api/points/";

    /** What lies at home: transfers go from shard to shard by themselves, names and phones are unique over all of them. */
    private static final List<String> AT_HOME =
            List.of("/api/transfers", "/api/balances", "/api/users", "/actuator", "/onlyonce");

    /** What a channel says names no user, so nobody would know where its order lies. */
    private static final List<String> NOT_SERVED = List.of("/api/callbacks", "/api/payments/", "/api/reconciliations");

    private final ShardBinding threads;
    private final Sharding users;
    private final Shards shards;
    private final ProblemWriter problems;

    ShardFilter(ShardBinding threads, Sharding users, Shards shards, ProblemWriter problems) {
        this.threads = threads;
        this.users = users;
        this.shards = shards;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String path = request.getServletPath(); // as the container has decoded it, which is what handlers are found by
        if (NOT_SERVED.stream().anyMatch(path::startsWith) || path.endsWith("/checkout")) {
            problems.write(request, response, Problems.notSharded());
            return;
        }
        Optional<String> shard;
        try {
            shard = shardOf(path, CallerFilter.of(request).userId());
        } catch (StoreUnavailableException e) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
            problems.write(request, response, Problems.storeUnavailable());
            return;
        }
        if (shard.isEmpty()) {
            chain.doFilter(request, response);
        } else {
            in(shard.get(), request, response, chain);
        }
    }

    private Optional<String> shardOf(String path, String userId) {
        if (AT_HOME.stream().anyMatch(path::startsWith)) {
            return Optional.empty();
        }
        if (path.startsWith(ACCOUNTS)) {
            return Optional.of(shards.ofAccount(path.substring(ACCOUNTS.length())));
        }
        return Optional.of(users.shardOf(path.startsWith(POINTS) ? path.substring(POINTS.length()) : userId));
    }

    private void in(String shard, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            threads.in(shard, () -> {
                chain.doFilter(request, response);
                return shard;
            });
        } catch (ServletException | IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new ServletException(impossible);
        }
    }
}
