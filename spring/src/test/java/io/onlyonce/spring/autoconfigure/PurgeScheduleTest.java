package io.onlyonce.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Scope;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.PurgeEvents;
import io.onlyonce.spring.PurgeEvents.Purged;
import io.onlyonce.spring.TokenIssuer;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.token.TokenBinding;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The purge runs, survives failures, and ends with its context. */
class PurgeScheduleTest {
    static class Orders {
        private final Effects effects;

        Orders(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        public void create(String key) {
            effects.write(key);
        }
    }

    @Test
    @DisplayName("expired records go, others stay, and the thread ends with the context")
    void purges() {
        Set<Thread> before = purgeThreads(); // of other tests' applications
        Set<Thread> own = new HashSet<>();
        try (BusinessDatabase database = BusinessDatabase.postgres()) {
            App.runner(database, Orders.class)
                    .withPropertyValues("onlyonce.purge.interval=20ms", "onlyonce.purge.batch-size=2")
                    .run(context -> {
                        Orders orders = context.getBean(Orders.class);
                        for (int i = 0; i < 5; i++) {
                            orders.create("old-" + i);
                        }
                        database.database()
                                .execute("UPDATE onlyonce_record SET expires_at = created_at - interval '1 day'");
                        orders.create("new");
                        await().until(() -> database.records() == 1);
                        assertThat(database.records("new")).isEqualTo(1);
                        own.addAll(purgeThreads());
                        own.removeAll(before);
                        assertThat(own).hasSize(1);
                    });
            await("the end of a thread that has nothing more to do")
                    .until(() -> own.stream().noneMatch(Thread::isAlive));
        }
    }

    @Test
    @DisplayName("expired tokens go, used or not, and marks; others stay")
    void purgesTokens() {
        TokenBinding binding = TokenBinding.of("create-order", Scope.of("alice"));
        try (BusinessDatabase database = BusinessDatabase.postgres()) {
            App.runner(database)
                    .withPropertyValues("onlyonce.purge.interval=20ms", "onlyonce.purge.batch-size=2")
                    .run(context -> {
                        TokenIssuer issuer = context.getBean(TokenIssuer.class);
                        for (int i = 0; i < 5; i++) {
                            issuer.issue(binding, Duration.ofMinutes(10));
                        }
                        database.database()
                                .execute(
                                        "UPDATE onlyonce_token SET expires_at = issued_at - interval '1 day'",
                                        "INSERT INTO onlyonce_used_mark (id, expires_at) VALUES (decode(repeat('00', 32), 'hex'), now() - interval '1 day')");
                        issuer.issue(binding, Duration.ofMinutes(10));
                        await().until(() -> database.queryLong("SELECT COUNT(*) FROM onlyonce_token") == 1
                                && database.queryLong("SELECT COUNT(*) FROM onlyonce_used_mark") == 0);
                    });
        }
    }

    private static Set<Thread> purgeThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("onlyonce-purge"))
                .collect(Collectors.toSet());
    }

    /** Fails each second time; its batches take until they are let go. */
    private static final class Failing implements RecordMaintenance {
        final AtomicInteger rounds = new AtomicInteger();

        @Override
        public Optional<IdempotencyRecord> find(RecordKey key) {
            return Optional.empty();
        }

        @Override
        public int purgeExpired(int limit) {
            if (rounds.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("injected");
            }
            return 0;
        }
    }

    @Test
    @DisplayName("a round that fails does not end the schedule, and is told")
    void survivesFailures() {
        Failing failing = new Failing();
        List<Purged> told = new CopyOnWriteArrayList<>();
        try (BusinessDatabase database = BusinessDatabase.h2()) {
            App.runner(database)
                    .withBean(RecordMaintenance.class, () -> failing)
                    .withBean(PurgeEvents.class, () -> told::add)
                    .withPropertyValues("onlyonce.purge.interval=20ms")
                    .run(context -> await().until(() -> failing.rounds.get() > 3 && told.size() > 3));
        }
        assertThat(told)
                .filteredOn(round -> round.store().equals("Failing"))
                .extracting(Purged::failed)
                .contains(true, false);
    }

    /** Its one batch ends when it is told to. */
    private static final class Slow implements RecordMaintenance {
        final CountDownLatch inside = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final AtomicInteger ended = new AtomicInteger();

        @Override
        public Optional<IdempotencyRecord> find(RecordKey key) {
            return Optional.empty();
        }

        @Override
        public int purgeExpired(int limit) {
            inside.countDown();
            try {
                assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            ended.incrementAndGet();
            return limit; // there would be more
        }
    }

    @Test
    @DisplayName("the context waits for the batch that is under way, and no further one begins")
    void endsInOrder() {
        Slow slow = new Slow();
        try (BusinessDatabase database = BusinessDatabase.h2()) {
            App.runner(database)
                    .withBean(RecordMaintenance.class, () -> slow)
                    .withPropertyValues("onlyonce.purge.interval=20ms")
                    .run(context -> {
                        assertThat(slow.inside.await(60, TimeUnit.SECONDS)).isTrue();
                        PurgeSchedule schedule = context.getBean(PurgeSchedule.class);
                        Thread stopping = new Thread(schedule::stop);
                        stopping.start();
                        await().until(() -> !schedule.isRunning());
                        slow.goOn.countDown();
                        stopping.join(60_000);
                        assertThat(slow.ended).hasValue(1);
                    });
        }
    }
}
