package io.onlyonce.shop.shard;

import io.onlyonce.saga.Participant;
import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** All rows lie in the application's database. */
@Component
@Profile("!sharded")
class OneDatabase implements Shards {
    private static final String NAME = "shop";

    private final Participant database;

    OneDatabase(Participant database) {
        this.database = database;
    }

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public String ofAccount(String accountId) {
        return NAME;
    }

    @Override
    public Participant participant(String shard) {
        return database;
    }

    @Override
    public void each(Work work) {
        work.in(NAME);
    }
}
