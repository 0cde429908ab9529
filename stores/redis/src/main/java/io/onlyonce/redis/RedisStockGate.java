package io.onlyonce.redis;

import io.onlyonce.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a quantity per item in Redis, in front of the database that holds the real one: of a thousand buyers who want the last ten pieces, it lets about ten
 * through, and the others never queue for the row's lock. Each verb is one script on one hash per item, so one atomic step, also in a cluster.
 *
 * <p><b>What it is not.</b> It does not decide. Redis may lose what it knows, and a process may die between gate and database, so the database takes the pieces
 * by a guarded update, whatever was said here; and whoever must not refuse wrongly asks the database before he believes {@link Taking.TooLittle}.
 *
 * <p>The life of a hold: {@link #take} before the database transaction; then {@link #settle} when it has committed, or {@link #giveBack} when it was surely
 * rolled back. What is left without either (a crash, a commit that nobody knows the end of) is found among the {@link #holds} by a reconciliation, which asks the
 * database for the reference, ends the hold one way or the other, and then {@linkplain #correct corrects} what is left. Both endings work once: a hold that has
 * ended cannot be given back, and a reference whose hold has ended counts anew.
 *
 * <p>An item that nobody asked for in a week is forgotten, and loaded again by the next who asks. A full Redis ({@code noeviction}) holds nothing; what is held
 * can still be ended. All times are Redis' own. Thread-safe.
 */
public final class RedisStockGate {
    private static final byte[] KEPT_FOR = Bytes.millis(Duration.ofDays(7));

    private final RedisAccess redis;
    private final Keys keys;

    /**
     * @param prefix what its keys begin with, for example {@code shop:}; no braces
     */
    public RedisStockGate(RedisAccess redis, String prefix) {
        this.redis = redis;
        this.keys = new Keys(prefix);
    }

    /**
     * Pieces that are held.
     *
     * @param reference for whom
     * @param quantity how many
     */
    public record Hold(String reference, long quantity) {}

    /**
     * Takes pieces and holds them for a reference, or says why not. If the same reference asks again while it holds them, they are counted once.
     *
     * @param quantity 1 or more
     * @param reference what the database will know this deduction by, for example {@link io.onlyonce.Attempt#reference()}
     * @throws StoreUnavailableException if Redis is not to be had; if it holds them all the same, they are given back as soon as it can be reached
     */
    public Taking take(String item, long quantity, String reference) {
        if (quantity < 1) {
            throw new IllegalArgumentException(RedisTexts.quantity(quantity));
        }
        byte[] key = keys.ofItem(item);
        try {
            List<?> reply = redis.list(Script.TAKE, key, Bytes.of(reference), Bytes.of(quantity), KEPT_FOR);
            String kind = Bytes.text((byte[]) reply.get(0));
            return switch (kind) {
                case "taken" -> new Taking.Taken();
                case "too-little" -> new Taking.TooLittle(Math.max(0, Bytes.number((byte[]) reply.get(1))));
                case "unknown" -> new Taking.Unknown();
                default -> throw new IllegalStateException(RedisTexts.strangeReply(Script.TAKE, item, kind));
            };
        } catch (StoreUnavailableException e) {
            redis.send(Script.GIVE_BACK, key, Bytes.of(reference));
            throw e;
        }
    }

    /**
     * Puts back what the reference holds, if it holds something. To be called when its transaction was surely rolled back.
     *
     * @throws StoreUnavailableException if Redis is not to be had; a reconciliation will end the hold
     */
    public void giveBack(String item, String reference) {
        redis.count(Script.GIVE_BACK, keys.ofItem(item), Bytes.of(reference));
    }

    /**
     * Ends the reference's hold, if it has one: its transaction has committed, and the pieces are gone.
     *
     * @throws StoreUnavailableException if Redis is not to be had; a reconciliation will end the hold
     */
    public void settle(String item, String reference) {
        redis.count(Script.SETTLE, keys.ofItem(item), Bytes.of(reference));
    }

    /**
     * Makes an item known, unless it is.
     *
     * @param quantity what the database has; what is held is subtracted
     * @throws StoreUnavailableException if Redis is not to be had
     */
    public void load(String item, long quantity) {
        redis.count(Script.LOAD, keys.ofItem(item), Bytes.of(quantity), Bytes.of(1), KEPT_FOR);
    }

    /**
     * Brings an item that is known to what the database has without what is held; for a reconciliation. A deduction that was under way when the database was asked
     * may make this too low or too high by its pieces, until the next one.
     *
     * @throws StoreUnavailableException if Redis is not to be had
     */
    public void correct(String item, long quantity) {
        redis.count(Script.LOAD, keys.ofItem(item), Bytes.of(quantity), Bytes.of(0), KEPT_FOR);
    }

    /**
     * The item's holds that are this old, or older; in no order.
     *
     * @throws StoreUnavailableException if Redis is not to be had
     */
    public List<Hold> holds(String item, Duration age) {
        List<?> reply = redis.list(Script.HOLDS, keys.ofItem(item), Bytes.of(age.toMillis()));
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < reply.size(); i += 2) {
            holds.add(new Hold(Bytes.text((byte[]) reply.get(i)), Bytes.number((byte[]) reply.get(i + 1))));
        }
        return List.copyOf(holds);
    }
}
