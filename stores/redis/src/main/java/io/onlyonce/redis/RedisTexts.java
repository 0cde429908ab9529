package io.onlyonce.redis;

import io.onlyonce.record.RecordKey;
import java.time.Duration;

/** The texts of this module's errors and findings, in one place: each names the value, the rule and the remedy. */
final class RedisTexts {
    private RedisTexts() {}

    static String refused(Exception cause) {
        return "Redis refused a command on an idempotency record, a one-time token or a stock: " + cause.getMessage()
                + ". Nothing was done. The account needs EVALSHA, EVAL, TIME, HMGET, HGETALL, HSET, HDEL and PEXPIREAT on the store's prefix; Redis must be"
                + " version 5 or newer.";
    }

    static String timeout(Duration timeout) {
        return "The time-out is " + timeout + "; it must be 2 ms or more. A second or two suit a Redis that is near.";
    }

    static String connection(Object connection) {
        return "The connection is a " + connection.getClass().getName()
                + "; OnlyOnce needs one that executes scripts. Connect with RedisClient.connect or RedisClusterClient.connect.";
    }

    static String prefix(String prefix) {
        return "The prefix \"" + prefix
                + "\" has a brace in it; a key has its braces around the record's or token's id, so that a cluster spreads them. Use a name and a"
                + " colon, for example \"shop:\".";
    }

    static String abandonedFor(Duration time) {
        return "Abandoned claims would be kept for " + time
                + "; it must be 1 s or more. Choose longer than clients repeat a request and people need to settle it: days, not minutes.";
    }

    static String scriptMissing(String file) {
        return "The script io/onlyonce/redis/" + file
                + " cannot be read from the class path. It belongs to onlyonce-redis; the jar was repackaged without it.";
    }

    static String strangeReply(Script script, RecordKey key, Object reply) {
        return "The script " + script + " answered " + reply + " for " + key
                + "; it answers 0 or 1. Something between the store and Redis answers in its stead.";
    }

    static String strangeReply(Script script, long reply) {
        return "The script " + script + " answered " + reply
                + " for a one-time token; it answers 0 or 1. Something between the store and Redis answers in its stead.";
    }

    static String strangeReply(Script script, String item, String reply) {
        return "The script " + script + " answered " + reply + " for the item \"" + item
                + "\"; it answers taken, too-little or unknown. Something between the gate and Redis answers in its stead.";
    }

    static String quantity(long quantity) {
        return "The quantity is " + quantity + "; it must be 1 or more. To put pieces back, end their hold.";
    }

    static String unknownState(String state) {
        return "A record's state is \"" + state
                + "\"; C, D and R exist. Another release or a person wrote it: upgrade, or delete the key.";
    }

    static String incomplete(String field) {
        return "A record lacks its field " + field
                + ". Something other than OnlyOnce writes under its prefix: give the store one of its own.";
    }

    static String evicts(String policy) {
        return "maxmemory-policy is " + policy
                + ": when memory is short, Redis throws idempotency records away before their time, and a retry runs again. Set it to noeviction, on a"
                + " Redis that is no cache.";
    }

    static String keepsNothing() {
        return "Neither AOF (appendonly) nor RDB (save) is on: a restart loses all idempotency records, and retries run again. Set appendonly yes.";
    }

    static String cannotSay(String what, String why) {
        return "Redis does not tell its " + what + " (" + why
                + "). Make sure by other means that it evicts nothing (maxmemory-policy noeviction) and persists (appendonly yes).";
    }
}
