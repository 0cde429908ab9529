package io.onlyonce.broken.orders;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import io.onlyonce.broken.frame.UnavailableException;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Partner;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;

/**
 * Fault: the record's time to live counts from its beginning, and the work may take longer. It expires in the middle of the run; a copy that waits for the first one's
 * answer finds the key free and runs beside it.
 */
public final class ExpiryMidRun extends OrderDesk {
    private static final long LIVES_MS = 15;
    private static final long KEPT_S = 3600;
    private static final String RUNNING = "RUNNING";

    private final RedisCommands<String, String> redis;

    public ExpiryMidRun(Shop shop) {
        super(shop);
        this.redis = shop.redis().commands();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        String key = "shop:record:" + call.scope() + ':' + call.key();
        while (redis.set(key, RUNNING, SetArgs.Builder.nx().px(LIVES_MS)) == null) {
            String value = redis.get(key);
            if (value != null && !value.equals(RUNNING)) {
                return replay(call, value);
            }
            Partner.pause(5);
        }
        try {
            Answer answer =
                    shop.database().inTransaction(connection -> shop.orders().place(connection, order));
            redis.setex(key, KEPT_S, kept(call, answer));
            return answer;
        } catch (UnavailableException e) {
            redis.del(key);
            throw e;
        }
    }

    private static String kept(Call call, Answer answer) {
        String location = String.valueOf(answer.location());
        return Json.object(
                "payload", call.payload(), "status", answer.status(), "location", location, "body", answer.body());
    }

    private static Answer replay(Call call, String kept) {
        var record = Json.read(kept);
        String location = record.get("location").stringValue();
        Answer answer = Answer.of(
                record.get("status").intValue(),
                location.equals("null") ? null : location,
                record.get("body").stringValue());
        return new Stored(call.ref(), record.get("payload").stringValue(), answer).replayTo(call);
    }
}
