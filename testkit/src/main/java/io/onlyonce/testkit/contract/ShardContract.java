package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Outcome;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Probe;
import io.onlyonce.shard.DirectorySharding;
import io.onlyonce.shard.ShardDirectory;
import io.onlyonce.shard.ShardedOnlyOnce;
import io.onlyonce.shard.Sharding;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.Tripwire;
import io.onlyonce.testkit.Tripwire.Killed;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of {@link ShardedOnlyOnce} over real shards. A set-up's test gives what {@link ShardFixture} asks for. */
public abstract class ShardContract extends ShardFixture {
    private static final int HERD = 8;
    private static final int ROUNDS = 50;
    private static final int OWNERS = 200;
    private static final int PRIME = 31;

    @Test
    @DisplayName("B-15 the record lies in the shard of its rows, and a retry is answered there")
    void coLocated() throws Exception {
        ShardedOnlyOnce node = node(TWO);
        for (String shard : List.of(OLD_SHARD, OTHER_SHARD)) {
            String owner = fresh(TWO, shard);
            String key = fresh("key");
            long records = records(shard);
            assertThat(node.run(PAY, call(owner, key), pay(key))).isInstanceOf(Outcome.Executed.class);
            assertThat(node(TWO).run(PAY, call(owner, key), pay(key))).isEqualTo(new Outcome.Replayed<>("paid " + key));
            assertThat(effects(shard, key)).isEqualTo(1);
            assertThat(records(shard)).isEqualTo(records + 1);
        }
        assertThat(binding().current()).isEmpty();
    }

    @Test
    @DisplayName("a new owner's copies at nodes that know different shards: one shard, one effect")
    void firstDecisionCounts() {
        for (int round = 0; round < ROUNDS; round++) {
            String owner = fresh(THREE, NEW_SHARD);
            String key = fresh("key");
            List<ShardedOnlyOnce> nodes = List.of(node(TWO), node(THREE));
            List<String> answers = Herd.of(HERD)
                    .runAll(member -> nodes.get(member % 2)
                            .run(PAY, call(owner, key), pay(key))
                            .orElseThrow());
            assertThat(answers).containsOnly("paid " + key);
            assertThat(effectsOverAll(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("after a shard was added, a retry is answered by the old one, and the owner stays there")
    void shardAdded() throws Exception {
        String owner = movedBy();
        String before = fresh("key");
        node(TWO).run(PAY, call(owner, before), pay(before));
        ShardedOnlyOnce later = node(THREE);
        assertThat(later.run(PAY, call(owner, before), pay(before))).isInstanceOf(Outcome.Replayed.class);
        String after = fresh("key");
        later.run(PAY, call(owner, after), pay(after));
        assertThat(shardsWith(List.of(before, after))).containsExactly(OLD_SHARD);
        String newcomer = fresh(THREE, NEW_SHARD);
        String first = fresh("key");
        later.run(PAY, call(newcomer, first), pay(first));
        assertThat(effects(NEW_SHARD, first)).isEqualTo(1);
    }

    /** One of the old shard's whom the new configuration would send to the new one. */
    private static String movedBy() {
        String owner = fresh(TWO, OLD_SHARD);
        while (!THREE.shardOf(owner).equals(NEW_SHARD)) {
            owner = fresh(TWO, OLD_SHARD);
        }
        return owner;
    }

    private record Paid(String owner, String key) {}

    @Test
    @DisplayName(
            "a shard is added under load, at one node earlier than at the other: nothing is lost or done twice, and each owner is in one shard")
    void shardAddedUnderLoad() {
        AtomicInteger sent = new AtomicInteger();
        List<ShardedOnlyOnce> nodes = List.of(
                node(key -> (sent.get() > OWNERS ? THREE : TWO).shardOf(key)),
                node(key -> (sent.get() > 2 * OWNERS ? THREE : TWO).shardOf(key)));
        List<String> owners = new ArrayList<>();
        for (int i = 0; i < OWNERS; i++) {
            owners.add(fresh("owner"));
        }
        AtomicInteger next = new AtomicInteger();
        ConcurrentLinkedQueue<Paid> paid = new ConcurrentLinkedQueue<>();
        Herd.of(HERD).runAll(member -> {
            int calls = 0;
            for (int i = next.getAndIncrement(); i < 3 * OWNERS; i = next.getAndIncrement()) {
                // a new one now and then, all the time, and between them those who were there before
                String owner = owners.get(i % 3 == 0 ? i / 3 : i * PRIME % (i / 3 + 1));
                String key = fresh("load");
                for (int copy = 0; copy < 2; copy++) {
                    sent.incrementAndGet();
                    String answer = nodes.get((member + copy) % 2)
                            .run(PAY, call(owner, key), pay(key))
                            .orElseThrow();
                    assertThat(answer).isEqualTo("paid " + key);
                    calls++;
                }
                paid.add(new Paid(owner, key));
            }
            return calls;
        });
        assertThat(paid)
                .hasSize(3 * OWNERS)
                .allSatisfy(one -> assertThat(effectsOverAll(one.key())).isEqualTo(1));
        Map<String, List<String>> keys = paid.stream()
                .collect(Collectors.groupingBy(Paid::owner, Collectors.mapping(Paid::key, Collectors.toList())));
        assertThat(keys)
                .allSatisfy((owner, of) -> assertThat(shardsWith(of)).as(owner).hasSize(1));
        assertThat(keys.values().stream().flatMap(of -> shardsWith(of).stream()).distinct())
                .as("shards that are used")
                .containsExactlyInAnyOrderElementsOf(SHARDS);
    }

    @Test
    @DisplayName("the same key for an order in another shard is refused, and nothing is done there")
    void otherRoute() throws Exception {
        String scope = fresh("tenant");
        String key = fresh("key");
        String order = fresh(TWO, OLD_SHARD);
        String other = fresh(TWO, OTHER_SHARD);
        assertThat(node(TWO).run(PAY, call(scope, key), order, pay(key))).isInstanceOf(Outcome.Executed.class);
        assertThat(node(TWO).run(PAY, call(scope, key), other, pay(key))).isInstanceOf(Outcome.KeyReused.class);
        assertThat(node(TWO).run(PAY, call(scope, key), order, pay(key))).isInstanceOf(Outcome.Replayed.class);
        assertThat(effects(OLD_SHARD, key)).isEqualTo(1);
        assertThat(effectsOverAll(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("the same key for orders in two shards at once: one of them, and one effect")
    void otherRouteAtOnce() {
        for (int round = 0; round < ROUNDS; round++) {
            String scope = fresh("tenant");
            String key = fresh("key");
            List<String> orders = List.of(fresh(TWO, OLD_SHARD), fresh(TWO, OTHER_SHARD));
            List<ShardedOnlyOnce> nodes = List.of(node(TWO), node(TWO));
            List<Outcome<String>> outcomes = Herd.of(HERD)
                    .runAll(member ->
                            nodes.get(member / 2 % 2).run(PAY, call(scope, key), orders.get(member % 2), pay(key)));
            assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(Outcome.Replayed.class::isInstance).hasSize(HERD / 2 - 1);
            assertThat(outcomes).filteredOn(Outcome.KeyReused.class::isInstance).hasSize(HERD / 2);
            assertThat(effectsOverAll(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "killed at every step of a call, the retry at a node that knows one shard more goes on where it was begun: one effect")
    void killedAnywhere() throws Exception {
        int steps = 0;
        for (boolean killed = true; killed; ) {
            Tripwire wire = new Tripwire();
            wire.set(++steps);
            String scope = fresh("tenant");
            String order = movedBy();
            String key = fresh("key");
            try {
                node(TWO, wire).run(PAY, call(scope, key), order, pay(key));
            } catch (Killed expected) {
                assertThat(wire.hasKilled()).isTrue();
            }
            killed = wire.hasKilled();
            String answer =
                    node(THREE).run(PAY, call(scope, key), order, pay(key)).orElseThrow();
            assertThat(answer).isEqualTo("paid " + key);
            assertThat(effectsOverAll(key)).as("killed at step %s", steps).isEqualTo(1);
        }
        assertThat(steps).as("steps that a call was killed at").isGreaterThan(4);
    }

    @Test
    @DisplayName("no directory, no call: where a new owner's rows lie is not guessed; one who is known goes on")
    void directoryAway() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        boolean[] away = {false};
        ShardDirectory directory = (routeKey, proposed) -> {
            asked.incrementAndGet();
            if (away[0]) {
                throw new StoreUnavailableException(new IOException("cut"));
            }
            return directory().decide(routeKey, proposed);
        };
        ShardedOnlyOnce node = new ShardedOnlyOnce(
                engine(Probe.NONE), transactions(), binding(), new DirectorySharding(directory, TWO));
        String owner = fresh("owner");
        String key = fresh("key");
        node.run(PAY, call(owner, key), pay(key));
        away[0] = true;
        assertThat(node.run(PAY, call(owner, key), pay(key))).isInstanceOf(Outcome.Replayed.class);
        assertThat(asked).hasValue(1);
        String stranger = fresh("owner");
        String other = fresh("key");
        assertThatThrownBy(() -> node.run(PAY, call(stranger, other), pay(other)))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(effectsOverAll(other)).isZero();
        away[0] = false;
        assertThat(node.run(PAY, call(stranger, other), pay(other))).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName("of many owners few are remembered, and each is found again")
    void fewRemembered() throws Exception {
        DirectorySharding few = new DirectorySharding(directory(), TWO, 2);
        List<String> owners = List.of(fresh("owner"), fresh("owner"), fresh("owner"));
        List<String> shards = owners.stream().map(few::shardOf).toList();
        assertThat(few.known(owners.get(0))).isEmpty();
        assertThat(few.known(owners.get(2))).contains(shards.get(2));
        assertThat(owners.stream().map(new DirectorySharding(directory(), THREE)::shardOf))
                .isEqualTo(shards);
    }

    @Test
    @DisplayName(
            "route keys that differ in a letter's case or a blank are two; one without a letter or too long is refused")
    void routeKeys() {
        String key = fresh("Key");
        ShardDirectory directory = directory();
        assertThat(directory.decide(key, OLD_SHARD)).isEqualTo(OLD_SHARD);
        assertThat(directory.decide(key.toUpperCase(Locale.ROOT), OTHER_SHARD)).isEqualTo(OTHER_SHARD);
        assertThat(directory.decide(key + " ", OTHER_SHARD)).isEqualTo(OTHER_SHARD);
        assertThat(directory.decide(key + "é店", OTHER_SHARD)).isEqualTo(OTHER_SHARD);
        assertThat(directory.decide(key, OTHER_SHARD)).isEqualTo(OLD_SHARD);
        Sharding sharding = new DirectorySharding(directory, TWO);
        assertThatThrownBy(() -> sharding.shardOf("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sharding.shardOf("店".repeat(171)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("512");
    }

    @Test
    @DisplayName(
            "inside a transaction of the same shard a call rides in it; of another or of none it is refused, and nothing is done")
    void joined() throws Exception {
        ShardedOnlyOnce node = node(TWO);
        String owner = fresh(TWO, OLD_SHARD);
        String outer = fresh("key");
        String inner = fresh("key");
        node.run(PAY, call(owner, outer), attempt -> {
            node.run(PAY, call(owner, inner), pay(inner));
            return pay(outer).run(attempt);
        });
        assertThat(effects(OLD_SHARD, inner) + effects(OLD_SHARD, outer)).isEqualTo(2);

        String stranger = fresh(TWO, OTHER_SHARD);
        String key = fresh("key");
        node.run(PAY, call(stranger, fresh("key")), pay(fresh("known"))); // its shard is known here
        String mine = fresh("key");
        assertThatThrownBy(() -> node.run(PAY, call(owner, mine), attempt -> {
                    node.run(PAY, call(stranger, key), pay(key));
                    return pay(mine).run(attempt);
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("\"a\"")
                .hasMessageContaining("\"b\"");
        assertThatThrownBy(() -> node.run(PAY, call(owner, mine), attempt -> {
                    node.run(PAY, call(fresh("owner"), key), pay(key)); // where that lies would have to be asked
                    return pay(mine).run(attempt);
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("asked");
        assertThatThrownBy(() -> node.run(PAY, call(owner, mine), attempt -> {
                    node.run(PAY, call(owner, key), owner, pay(key));
                    return pay(mine).run(attempt);
                }))
                .isInstanceOf(MisuseException.class);
        assertThatThrownBy(() -> home(Probe.NONE).transactions().run(() -> {
                    node.run(PAY, call(owner, key), owner, pay(key)); // what it belongs to would not be durable
                    return Ended.commit("");
                }))
                .isInstanceOf(MisuseException.class);
        assertThat(effectsOverAll(key) + effectsOverAll(mine)).isZero();
    }

    @Test
    @DisplayName("by a route key without a directory: refused, and nothing is done")
    void noDirectory() {
        ShardedOnlyOnce node = new ShardedOnlyOnce(engine(Probe.NONE), transactions(), binding(), TWO);
        String key = fresh("key");
        assertThatThrownBy(() -> node.run(PAY, call(fresh("tenant"), key), "order", pay(key)))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("order");
        assertThat(effectsOverAll(key)).isZero();
    }

    @Test
    @DisplayName("a thread is bound to one shard at a time, and to none after a failure")
    void bound() throws Exception {
        assertThatThrownBy(() -> binding().in(OLD_SHARD, () -> binding().in(OTHER_SHARD, () -> "")))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("\"a\"")
                .hasMessageContaining("\"b\"");
        assertThat(binding().current()).isEmpty();
        String again = binding()
                .in(
                        OLD_SHARD,
                        () -> binding().in(OLD_SHARD, () -> binding().current().orElse("")));
        assertThat(again).isEqualTo(OLD_SHARD);
        assertThat(binding().current()).isEmpty();
        String key = fresh("key");
        ShardedOnlyOnce node = node(TWO);
        assertThatThrownBy(() -> node.run(PAY, call(fresh("owner"), key), attempt -> {
                    pay(key).run(attempt);
                    throw new IOException("in the middle");
                }))
                .isInstanceOf(IOException.class);
        assertThat(binding().current()).isEmpty();
        assertThat(effectsOverAll(key)).isZero();
        String outside = transactions().joins() ? "open" : "none";
        assertThat(outside).isEqualTo("none");
        assertThat(binding().in(OLD_SHARD, () -> transactions().<String>run(() -> Ended.rollBack("nothing"))))
                .isEqualTo("nothing");
    }
}
