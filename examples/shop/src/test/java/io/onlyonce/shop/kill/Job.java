package io.onlyonce.shop.kill;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One order and its payment, sent by several clients at once. Collects every answer that any of them got: there must be one.
 *
 * @param user of this run only
 * @param orders body of each answer to the order, and how often it came
 * @param throughChannel whether it is paid through a channel, and not from a balance
 * @param payments the same for its payment
 */
record Job(
        String user,
        String key,
        int product,
        boolean throughChannel,
        Map<String, Integer> orders,
        Map<String, Integer> payments) {
    Job(String user, String key, int product, boolean throughChannel) {
        this(user, key, product, throughChannel, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }

    static void count(Map<String, Integer> answers, String answer) {
        answers.merge(answer, 1, Integer::sum);
    }
}
