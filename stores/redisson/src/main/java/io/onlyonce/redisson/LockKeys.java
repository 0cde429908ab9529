package io.onlyonce.redisson;

import io.onlyonce.lock.LockName;
import java.util.List;

/**
 * The two keys of a lock: Redisson's hash that says who has it, and the counter of its fences beside it, which never expires. Both carry the name in braces, so a
 * cluster keeps them together.
 */
record LockKeys(String lock) {
    /** As Redisson names it. */
    private static final String FENCE = "redisson_lock_token:";

    static LockKeys of(String prefix, LockName name) {
        String escaped = name.value().replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
        return new LockKeys(prefix + "{" + escaped + "}");
    }

    List<Object> both() {
        return List.of(lock, FENCE + lock);
    }
}
