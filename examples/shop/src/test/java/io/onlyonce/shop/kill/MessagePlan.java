package io.onlyonce.shop.kill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Messages for the shop, and what must come of them: each of them one to five times, all of them in one random order, a few of them poison.
 *
 * @param deliveries the bodies, in their order
 * @param points what each user must have in the end
 * @param awarded the ids of the messages that must be in the journal
 * @param poison how each message that must be a dead letter tells that it is
 */
record MessagePlan(List<String> deliveries, Map<String, Long> points, Set<String> awarded, Set<String> poison) {
    private static final int USERS = 100;
    private static final int MOST_COPIES = 5;
    private static final int CENTS = 50_000;

    /**
     * @param poison how many messages more can't be read, and as many again tell of an amount that no journal takes
     */
    static MessagePlan of(long seed, int messages, int poison) {
        Random random = new Random(seed);
        MessagePlan plan = new MessagePlan(new ArrayList<>(), new HashMap<>(), new HashSet<>(), new HashSet<>());
        for (int i = 0; i < messages; i++) {
            String user = "user-" + random.nextInt(USERS);
            int cents = random.nextInt(CENTS);
            plan.awarded.add("m-" + i);
            plan.points.merge(user, (long) (cents / 100), Long::sum);
            plan.deliver(message("m-" + i, user, "%d.%02d".formatted(cents / 100, cents % 100)), random);
        }
        for (int i = 0; i < poison; i++) {
            plan.poison.add("torn-" + i);
            plan.deliver("{\"messageId\":\"torn-" + i + "\"", random);
            plan.poison.add("negative-" + i);
            plan.deliver(message("negative-" + i, "user-" + random.nextInt(USERS), "-5.00"), random);
        }
        Collections.shuffle(plan.deliveries, random);
        return plan;
    }

    private void deliver(String body, Random random) {
        deliveries.addAll(Collections.nCopies(1 + random.nextInt(MOST_COPIES), body));
    }

    private static String message(String id, String user, String amount) {
        return "{\"messageId\":\"" + id + "\",\"orderId\":\"order of " + id + "\",\"userId\":\"" + user
                + "\",\"amount\":\"" + amount + "\"}";
    }

    /** The id that a body tells, whether or not it can be read. */
    static String idIn(String body) {
        return body.split("\"", 5)[3];
    }
}
