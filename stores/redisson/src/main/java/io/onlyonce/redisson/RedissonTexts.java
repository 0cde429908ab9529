package io.onlyonce.redisson;

import io.onlyonce.lock.LockName;

/** The texts of this module's errors, in one place: each names the value, the rule and the remedy. */
final class RedissonTexts {
    private RedissonTexts() {}

    static String prefix(String prefix) {
        return "The prefix \"" + prefix
                + "\" has a brace in it; a lock's key has its braces around the lock's name, so that a cluster spreads the locks. Use a name and a colon, for"
                + " example \"shop:\".";
    }

    static String noFence(LockName name) {
        return "The lock " + name
                + " is held, and its fence is not there, so it was not granted. Either Redis evicts keys (set maxmemory-policy to noeviction), or the client"
                + " has a NameMapper that changes more than a key's prefix once (give the prefix to RedissonLockProvider instead).";
    }
}
